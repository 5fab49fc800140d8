import { Button, Radio, SegmentedControl, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { Refusal } from "../../api/client";
import { useSettings } from "../../api/queries";
import type { TenantSettings } from "../../api/types";
import { useWords } from "../../i18n/language";
import { LANGUAGES } from "../../i18n/words";
import operate from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { Empty, Failure } from "../../parts/State";
import { toast } from "../../parts/Toasts";
import { useLeaving } from "../../parts/useLeaving";
import { partsWords } from "../../parts/words";
import { useMay } from "../../shell/account";
import { Colour } from "./Colour";
import { Features } from "./Features";
import { Forms } from "./Forms";
import { LogoField } from "./LogoField";
import classes from "./Organisation.module.css";
import { changeOf, draftOf, FORMS, isAboutName, isChanged, isName, type Draft } from "./settings";
import { useChangeSettings } from "./useSettings";
import { Versions } from "./Versions";
import { Where } from "./Where";
import { organisationWords } from "./words";

export function OrganisationView() {
  const words = useWords(organisationWords);
  const parts = useWords(partsWords);
  const mayChange = useMay()("assistants:manage");
  const settings = useSettings();
  if (!mayChange) return <Empty title={words.organisation} text={parts.notAllowed} />;
  if (settings.isPending) return <Skeleton height={420} radius="lg" />;
  if (settings.error && !settings.data) return <Failure error={settings.error} retry={() => void settings.refetch()} />;
  return (
    <>
      <SettingsForm known={settings.data} />
      <Versions />
    </>
  );
}

function SettingsForm({ known }: { known: TenantSettings }) {
  const words = useWords(organisationWords);
  const told = useProblemText();
  const languageId = useId();
  // Until somebody changes something, what the server says.
  const [touched, setTouched] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(known), ...touched };
  const saving = useChangeSettings(() => {
    setTouched({});
    toast(words.saved);
  });
  const changes = changeOf(draft, known);
  const isUnsaved = isChanged(changes);
  const leaving = useLeaving(isUnsaved);
  const [dialog, ask] = useConfirm();
  const change = (changed: Partial<Draft>) => {
    saving.reset();
    setTouched({ ...touched, ...changed });
  };
  const discard = () => {
    saving.reset();
    setTouched({});
  };
  const save = () => {
    const act = () => saving.mutate(changes);
    if (changes.features?.share_links === false) ask({ title: words.linksTitle, text: words.linksText, yes: words.linksYes, act });
    else act();
  };
  const refused = saving.error instanceof Refusal && isAboutName(saving.error.message);
  const nameProblem = !isName(draft.name) ? words.nameProblem : refused ? told(saving.error) : null;
  return (
    <>
      <p className={operate.intro}>{words.intro}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isUnsaved && isName(draft.name)) save();
        }}
      >
        <Stack gap="xl">
          <TextInput label={words.name} description={words.nameHint} value={draft.name} maxLength={200} error={nameProblem} onChange={(event) => change({ name: event.currentTarget.value })} />
          <div role="group" aria-labelledby={languageId}>
            <span id={languageId} className={classes.label}>
              {words.language}
            </span>
            <p className={classes.hint}>{words.languageHint}</p>
            <SegmentedControl
              aria-labelledby={languageId}
              value={draft.language}
              onChange={(value) => change({ language: LANGUAGES.find((one) => one === value) ?? draft.language })}
              data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
            />
          </div>
          <Radio.Group label={words.address} description={words.addressHint} value={draft.form} onChange={(value) => change({ form: FORMS.find((one) => one === value) ?? draft.form })}>
            <Forms />
          </Radio.Group>
          <Where draft={draft} change={change} />
          <LogoField logo={known.logo ?? null} />
          <Colour value={draft.color} change={(color) => change({ color })} />
          <Features value={draft.features} change={(features) => change({ features })} />
          {saving.error && !refused && (
            <Text role="alert" c="red">
              {told(saving.error)}
            </Text>
          )}
          <div className={classes.acts}>
            <Button type="submit" loading={saving.isPending} disabled={!isUnsaved || !isName(draft.name)}>
              {words.save}
            </Button>
            {isUnsaved && (
              <Button variant="default" onClick={discard}>
                {words.discard}
              </Button>
            )}
          </div>
        </Stack>
      </form>
      {leaving}
      {dialog}
    </>
  );
}
