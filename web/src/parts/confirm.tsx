import { Suspense, useState, type ReactNode } from "react";
import { lazily } from "./persistently";
import { useOnNeed } from "./useOnNeed";

const ConfirmDialog = lazily(() => import("./ConfirmDialog"));

export interface Question {
  title: string;
  text: string;
  /** The word on the button says what happens. */
  yes: string;
  act: () => void | Promise<void>;
  /** It can be taken back. */
  isSafe?: boolean;
}

/** Asks before something that cannot be taken back: `[dialog, ask]`. */
export function useConfirm(): [ReactNode, (question: Question) => void] {
  const [question, setQuestion] = useState<Question | null>(null);
  const { isThere, isOpen, onReady } = useOnNeed(question !== null);
  const dialog = isThere && (
    <Suspense>
      <ConfirmDialog question={question} isOpen={isOpen} onReady={onReady} close={() => setQuestion(null)} />
    </Suspense>
  );
  return [dialog, setQuestion];
}
