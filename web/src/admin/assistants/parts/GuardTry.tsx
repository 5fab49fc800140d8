import { Button, SegmentedControl, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { IconCircleCheck, IconCircleX, IconEyeOff, IconFlag } from "@tabler/icons-react";
import { useId, useState } from "react";
import { post } from "../../../api/client";
import { useWords } from "../../../i18n/language";
import { useProblemText } from "../../../parts/problem";
import { guardWords } from "../../guard/words";
import { outcomeOf, toldOf, type GuardPlace, type GuardTried, type Outcome, type Policy, type Told } from "./guard";
import classes from "./Parts.module.css";

const PLACES: readonly GuardPlace[] = ["message", "outside", "answer"];
const LONGEST = 20_000;

interface Props {
  /** A guard that is being written; else that of the assistant, or of whoever answers first. */
  policy?: Policy;
  assistant?: string;
}

/** What a guard would make of a text. Not a form: it stands inside of one. */
export function GuardTry({ policy, assistant }: Props) {
  const words = useWords(guardWords);
  const told = useProblemText();
  const placeId = useId();
  const [text, setText] = useState("");
  const [place, setPlace] = useState<GuardPlace>("message");
  const asked = { text, place, ...(policy ? { policy } : assistant ? { assistant } : {}) };
  const trying = useMutation({ mutationFn: (body: typeof asked) => post<GuardTried>("/api/guard/try", body) });
  const isStale = trying.variables !== undefined && JSON.stringify(trying.variables) !== JSON.stringify(asked);
  return (
    <div className={classes.stack}>
      <div role="group" aria-labelledby={placeId}>
        <span id={placeId} className={classes.label}>
          {words.place}
        </span>
        <SegmentedControl
          aria-labelledby={placeId}
          className={classes.segments ?? ""}
          value={place}
          onChange={(value) => setPlace(PLACES.find((one) => one === value) ?? place)}
          data={PLACES.map((value) => ({ value, label: words.places[value] }))}
        />
        <p className={classes.hint}>{words.placeHints[place]}</p>
      </div>
      <Textarea
        label={words.text}
        placeholder={words.textExample}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button variant="default" loading={trying.isPending} disabled={!text.trim()} onClick={() => trying.mutate(asked)}>
          {words.tryIt}
        </Button>
        <span role="status" className={classes.hint}>
          {isStale && !trying.isPending ? words.stale : ""}
        </span>
      </div>
      {trying.error && (
        <Text role="alert" c="red">
          {told(trying.error)}
        </Text>
      )}
      <div role="status">{trying.data && !trying.isPending && <Outcomes tried={trying.data} given={trying.variables.text} />}</div>
    </div>
  );
}

const ICONS = { refused: IconCircleX, unread: IconCircleX, changed: IconEyeOff, flagged: IconFlag, clean: IconCircleCheck } satisfies Record<Outcome, unknown>;

function Outcomes({ tried, given }: { tried: GuardTried; given: string }) {
  const words = useWords(guardWords);
  const outcome = outcomeOf(tried, given);
  const Icon = ICONS[outcome];
  const found = toldOf(tried.findings);
  return (
    <div className={classes.outcome} data-outcome={outcome}>
      <p className={classes.outcomeHead}>
        <Icon size={20} aria-hidden />
        <strong>{words.outcomes[outcome]}</strong>
      </p>
      {outcome === "changed" && (
        <>
          <p className={classes.subhead}>{words.goesOn}</p>
          <p className={classes.quoted}>{tried.text}</p>
        </>
      )}
      {found.length > 0 && (
        <>
          <p className={classes.subhead}>{words.found(tried.findings.length)}</p>
          <ul className={classes.findings}>
            {found.map((one) => (
              <Found key={JSON.stringify(one)} found={one} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** In words; the rule's own name is for whoever looks it up. */
function Found({ found: { rule, kind, verdict, found, times } }: { found: Told }) {
  const words = useWords(guardWords);
  const kinds: Record<string, string> = words.kinds;
  const types: Record<string, string> = words.types;
  const verdicts: Record<string, string> = words.verdicts;
  const done = verdict !== "modify" ? (verdicts[verdict] ?? verdict) : kind === "pii" ? words.verdicts.modify : kind === "html" ? words.escaped : words.takenOut;
  return (
    <li>
      <span className={classes.verdict} data-verdict={verdict}>
        {done}
      </span>
      <span>
        {(kind === "pii" ? types[rule] : undefined) ?? kinds[kind] ?? kind}
        {found && (
          <>
            {": "}
            <q>{found}</q>
          </>
        )}
        {times > 1 && ` · ${words.times(times)}`}
        <span className={classes.hint}>
          {words.by("")}
          <code>{rule}</code>
        </span>
      </span>
    </li>
  );
}
