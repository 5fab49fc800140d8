import { useEffect, type ReactNode } from "react";
import { useWords } from "../i18n/language";
import { useConfirm } from "./confirm";
import { askBeforeLeaving, heedBack } from "./leaving";
import { partsWords } from "./words";

/** Asks before changes are left that nobody saved: by a link, by going back, or by closing the window. Its dialog is to be shown. */
export function useLeaving(isUnsaved: boolean): ReactNode {
  const words = useWords(partsWords);
  const [dialog, ask] = useConfirm();
  useEffect(() => {
    if (!isUnsaved) return;
    const here = location.pathname + location.search;
    let isLeaving = false;
    const asked = (leave: () => void) => {
      if (isLeaving) return leave();
      const act = () => {
        isLeaving = true;
        leave();
      };
      ask({ title: words.leaveTitle, text: words.leaveText, yes: words.leave, act });
    };
    const answered = askBeforeLeaving(asked);
    const onBack = (event: PopStateEvent) => {
      if (isLeaving || location.pathname + location.search === here) return;
      // The browser is there already: back to where we are, until there is an answer.
      event.stopImmediatePropagation();
      history.pushState(null, "", here);
      asked(() => history.back());
    };
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
    const heeded = heedBack(onBack);
    addEventListener("beforeunload", onClose);
    return () => {
      answered();
      heeded();
      removeEventListener("beforeunload", onClose);
    };
  }, [isUnsaved, ask, words]);
  return dialog;
}
