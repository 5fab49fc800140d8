import { TextInput } from "@mantine/core";
import { useWords } from "../../../i18n/language";
import { isName } from "./naming";
import { beginWords } from "./words";

interface Props {
  name: string;
  change: (name: string) => void;
  /** What is wrong with it besides its letters. */
  problem: string | null;
  takesFocus?: boolean;
}

export function NameInput({ name, change, problem, takesFocus = false }: Props) {
  const words = useWords(beginWords);
  return (
    <TextInput
      label={words.name}
      description={words.nameHint}
      value={name}
      maxLength={64}
      spellCheck={false}
      autoCapitalize="none"
      error={problem ?? (name !== "" && !isName(name))}
      data-autofocus={takesFocus || undefined}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
