import { post } from "../api/client";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { useRefresh } from "./queries";
import { deskWords } from "./words";

/** Takes something back, and says whether it could. */
export function useUndo(): (change: string) => Promise<void> {
  const words = useWords(deskWords);
  const told = useProblemText();
  const refresh = useRefresh();
  return async (change) => {
    try {
      await post("/api/desk/undo", { change });
      toast(words.undone);
    } catch (error) {
      toast(told(error), "problem");
    }
    await refresh();
  };
}

/** Whoever did something is told so, and can take it back for as long as that is shown. */
export function useTellDone(): (text: string, change?: string | null) => void {
  const words = useWords(deskWords);
  const refresh = useRefresh();
  const undo = useUndo();
  return (text, change) => {
    toast(text, "news", change ? { label: words.undo, act: () => void undo(change) } : undefined);
    void refresh();
  };
}
