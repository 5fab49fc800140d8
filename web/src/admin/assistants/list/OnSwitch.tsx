import { Switch } from "@mantine/core";
import type { Pack } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { useConfirm } from "../../../parts/confirm";
import { choiceNow, isLastOn } from "../choice";
import { useChoose } from "../usePacks";
import { assistantsWords } from "../words";

interface Props {
  pack: Pack;
  /** All there are: the last one that is on is not switched off unasked. */
  packs: Pack[];
  title: string;
  mayChange?: boolean;
}

export function OnSwitch({ pack, packs, title, mayChange = true }: Props) {
  const words = useWords(assistantsWords);
  const [dialog, ask] = useConfirm();
  const choosing = useChoose();
  const before = choiceNow(pack);
  function turn(enabled: boolean) {
    const act = () => choosing.mutate({ pack: pack.name, choice: { ...before, enabled }, before, said: enabled ? words.turnedOn(title) : words.turnedOff(title) });
    if (!enabled && isLastOn(packs, pack.name)) ask({ title: words.lastTitle(title), text: words.lastText, yes: words.turnOff, isSafe: true, act });
    else act();
  }
  return (
    <>
      <Switch
        aria-label={words.isOn(title)}
        checked={choosing.isPending ? choosing.variables.choice.enabled : pack.enabled}
        disabled={!mayChange || choosing.isPending}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {dialog}
    </>
  );
}
