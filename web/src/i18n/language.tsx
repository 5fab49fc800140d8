// Which language the page speaks: the user's choice, else the browser's.
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { speak } from "../api/client";
import { formatsOf, type Formats } from "./format";
import { LANGUAGES, type Language, type Words } from "./words";

const KEPT = "conserje.language";
/** Until it is known what somebody's organisation counts in. */
const USUAL_CURRENCY = "USD";

interface Speaking {
  language: Language;
  choose: (language: Language) => void;
  formats: Formats;
  /** A code of ISO 4217; the providers' own price lists are in dollars. */
  currency: string;
}

const SpeakingContext = createContext<Speaking | null>(null);

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return wanted ?? "en";
}

/** Hours, dates and numbers as they are written where the reader is, if the browser says so. */
function variantOf(language: Language): string {
  return navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
}

export function SpeakingProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(() => {
    const first = firstLanguage();
    speak(first);
    return first;
  });
  useEffect(() => {
    document.documentElement.lang = language;
    speak(language);
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      formats: formatsOf(variantOf(language), USUAL_CURRENCY),
      currency: USUAL_CURRENCY,
      choose(next: Language) {
        localStorage.setItem(KEPT, next);
        // At once: what depends on the language is asked for again as soon as it has changed.
        speak(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <SpeakingContext value={value}>{children}</SpeakingContext>;
}

/** Costs in what is inside are told in a currency. */
export function InCurrency({ code = USUAL_CURRENCY, children }: { code: string | undefined; children: ReactNode }) {
  const speaking = useLanguage();
  const value = useMemo(() => ({ ...speaking, currency: code, formats: formatsOf(variantOf(speaking.language), code) }), [speaking, code]);
  return <SpeakingContext value={value}>{children}</SpeakingContext>;
}

export function useLanguage(): Speaking {
  const speaking = use(SpeakingContext);
  if (!speaking) throw new Error("outside of SpeakingProvider");
  return speaking;
}

export function useWords<T>(words: Words<T>): T {
  const { language } = useLanguage();
  // Both have the same keys and parameters; only the texts differ.
  return words[language] as T;
}

export function useFormats(): Formats {
  return useLanguage().formats;
}
