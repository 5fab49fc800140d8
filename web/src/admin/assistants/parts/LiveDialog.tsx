import { Button, Group, Loader, Modal, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post, Refusal } from "../../../api/client";
import { useWords } from "../../../i18n/language";
import { useProblemText } from "../../../parts/problem";
import { Failure } from "../../../parts/State";
import { partsWords } from "../../../parts/words";
import type { Detail } from "../own";
import { detailKey, pathOf, readAgain } from "../useOwn";
import classes from "./Live.module.css";
import parts from "./Parts.module.css";
import { Scores, wrongOf, type Evals } from "./Scores";
import { partWords } from "./words";

interface Props {
  name: string;
  /** Of the draft as it was saved last. */
  revision: number;
  opened: boolean;
  onClose: () => void;
  onLive: (detail: Detail) => void;
}

export function LiveDialog({ opened, onClose, ...rest }: Props) {
  const words = useWords(partWords).live;
  const close = useWords(partsWords).close;
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={words.title} closeButtonProps={{ "aria-label": close }}>
      {/* Tried anew whenever it is opened: its documents and tools may be others meanwhile. */}
      {opened && <Checked onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Checked({ name, revision, onClose, onLive }: Omit<Props, "opened">) {
  const words = useWords(partWords).live;
  const close = useWords(partsWords).close;
  const told = useProblemText();
  const evals = useQuery({
    queryKey: ["own-assistants", "evals", name, revision],
    queryFn: ({ signal }) => post<Evals>(`${pathOf(name)}/evals`, {}, { signal }),
    // It takes minutes and asks real questions: once, and not again because somebody looked away.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (evals.isFetching) {
    return (
      <div role="status" className={classes.checking}>
        <Loader size="sm" />
        <Text>{words.checking}</Text>
      </div>
    );
  }
  const isFaulty = evals.error instanceof Refusal && evals.error.status === 422;
  if (evals.error) {
    return (
      <>
        {isFaulty ? (
          <div role="alert" className={parts.warning}>
            <strong>{words.faults}</strong>
            <p className={classes.problem}>{told(evals.error)}</p>
          </div>
        ) : (
          <Failure error={evals.error} retry={() => void evals.refetch()} />
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {close}
          </Button>
        </Group>
      </>
    );
  }
  if (!evals.data) return null;
  return (
    <>
      <Scores evals={evals.data} />
      <GoLive name={name} revision={revision} wrong={wrongOf(evals.data)} again={() => void evals.refetch()} onLive={onLive} />
    </>
  );
}

interface GoLiveProps {
  name: string;
  revision: number;
  wrong: number;
  again: () => void;
  onLive: (detail: Detail) => void;
}

/** With wrong answers, somebody says yes a second time. Not a form: it may be opened out of one. */
function GoLive({ name, revision, wrong, again, onLive }: GoLiveProps) {
  const words = useWords(partWords).live;
  const told = useProblemText();
  const queries = useQueryClient();
  const [note, setNote] = useState("");
  const [isAsked, ask] = useState(false);
  const going = useMutation({
    mutationFn: () => post<Detail>(`${pathOf(name)}/live`, { revision, note: note.trim() }),
    onSuccess(detail) {
      queries.setQueryData(detailKey(name), detail);
      readAgain(queries);
      onLive(detail);
    },
    onError: () => ask(false),
  });
  return (
    <>
      <TextInput mt="lg" label={words.note} description={words.noteHint} value={note} maxLength={300} onChange={(event) => setNote(event.currentTarget.value)} />
      {going.error && (
        <div role="alert" className={`${parts.warning} ${classes.refused}`}>
          <strong>{words.faults}</strong>
          <p className={classes.problem}>{told(going.error)}</p>
        </div>
      )}
      {isAsked ? (
        <div role="alert" className={classes.sure}>
          <strong>{words.sureTitle(wrong)}</strong>
          <p>{words.sureText}</p>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => ask(false)}>
              {words.notYet}
            </Button>
            <Button loading={going.isPending} onClick={() => going.mutate()}>
              {words.sure}
            </Button>
          </Group>
        </div>
      ) : (
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={again}>
            {words.again}
          </Button>
          <Button loading={going.isPending} onClick={() => (wrong > 0 ? ask(true) : going.mutate())}>
            {words.go}
          </Button>
        </Group>
      )}
    </>
  );
}
