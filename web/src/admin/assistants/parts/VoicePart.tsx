import { Select, SegmentedControl, TextInput } from "@mantine/core";
import { useId } from "react";
import { useWords } from "../../../i18n/language";
import type { AssistantForm } from "../own";
import { addressWords } from "./address";
import { Entries, Sentences } from "./Entries";
import classes from "./Parts.module.css";
import { TryVoice } from "./TryVoice";
import { CHANNELS, KINDS, mannerOf, STYLES, voiceOf, type Manner, type WholeVoice } from "./voice";
import { partWords } from "./words";

interface Props {
  form: AssistantForm;
  onChange: (form: AssistantForm) => void;
}

export function VoicePart({ form, onChange }: Props) {
  const words = useWords(partWords).voice;
  const voice = voiceOf(form);
  const change = (changed: Partial<WholeVoice>) => onChange({ ...form, voice: { ...voice, ...changed } });
  return (
    <>
      <Manners form={form} onChange={onChange} />
      <section className={classes.section} aria-label={words.own} data-field="voice">
        <h3>{words.own}</h3>
        <p className={classes.hint}>{words.ownText}</p>
        <div className={classes.stack}>
          <Entries isLimited label={words.tone} description={words.toneHint} values={voice.tone} change={(tone) => change({ tone })} />
          <TextInput label={words.audience} placeholder={words.audienceExample} value={voice.audience} maxLength={400} onChange={(event) => change({ audience: event.currentTarget.value })} />
          <Address formality={voice.formality} change={(formality) => change({ formality })} />
          <Entries isLimited label={words.avoid} description={words.avoidHint} values={voice.wordsToAvoid} change={(wordsToAvoid) => change({ wordsToAvoid })} />
          <div className={classes.pair}>
            <Sentences label={words.dos} placeholder={words.dosExample} values={voice.dos} change={(dos) => change({ dos })} />
            <Sentences label={words.donts} placeholder={words.dontsExample} values={voice.donts} change={(donts) => change({ donts })} />
          </div>
          <Entries isLimited label={words.use} description={words.useHint} values={voice.wordsToUse} change={(wordsToUse) => change({ wordsToUse })} />
          <Sentences label={words.samples} description={words.samplesHint} values={voice.samples} change={(samples) => change({ samples })} />
        </div>
      </section>
      <TryVoice voice={voice} />
    </>
  );
}

/** The ready-made ways, of which there are 48: a style, what for, and where. */
function Manners({ form, onChange }: Props) {
  const words = useWords(partWords).voice;
  const manner = mannerOf(form);
  const change = (instructions: Manner | null) => onChange({ ...form, instructions });
  const first: Manner = { style: STYLES[0], assistant: KINDS[0], channel: CHANNELS[0] };
  return (
    <section className={classes.section} aria-label={words.manner} data-field="instructions">
      <h3>{words.manner}</h3>
      <p className={classes.hint}>{words.mannerText}</p>
      <div className={classes.stack}>
        <Select
          label={words.style}
          allowDeselect={false}
          value={manner?.style ?? "none"}
          data={(["none", ...STYLES] as const).map((value) => ({ value, label: words.styles[value] }))}
          onChange={(value) => {
            const style = STYLES.find((one) => one === value);
            change(style ? { ...(manner ?? first), style } : null);
          }}
        />
        {manner && (
          <div className={classes.pair}>
            <Select
              label={words.assistant}
              allowDeselect={false}
              value={manner.assistant}
              data={KINDS.map((value) => ({ value, label: words.assistants[value] }))}
              onChange={(value) => change({ ...manner, assistant: KINDS.find((one) => one === value) ?? manner.assistant })}
            />
            <Select
              label={words.channel}
              allowDeselect={false}
              value={manner.channel}
              data={CHANNELS.map((value) => ({ value, label: words.channels[value] }))}
              onChange={(value) => change({ ...manner, channel: CHANNELS.find((one) => one === value) ?? manner.channel })}
            />
          </div>
        )}
      </div>
    </section>
  );
}

const FORMS = ["tu", "usted"] as const;

function Address({ formality, change }: { formality: WholeVoice["formality"]; change: (formality: WholeVoice["formality"]) => void }) {
  const words = useWords(addressWords);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {words.address}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        className={classes.segments ?? ""}
        value={formality ?? "usual"}
        onChange={(value) => change(FORMS.find((one) => one === value) ?? null)}
        data={(["usual", ...FORMS] as const).map((value) => ({ value, label: words.forms[value] }))}
      />
    </div>
  );
}
