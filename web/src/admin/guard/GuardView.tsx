import { Select, Skeleton } from "@mantine/core";
import { useAssistants } from "../../api/queries";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { Empty, Failure } from "../../parts/State";
import { useAddress } from "../../parts/useAddress";
import { partsWords } from "../../parts/words";
import { useMay } from "../../shell/account";
import { GuardTry } from "../assistants/parts/GuardTry";
import classes from "./Guard.module.css";
import { guardWords } from "./words";

/** Tries a text on the guard of an assistant. */
export function GuardView() {
  const words = useWords(guardWords);
  const notAllowed = useWords(partsWords).notAllowed;
  const mayManage = useMay()("assistants:manage");
  const assistants = useAssistants();
  const [read, write] = useAddress();
  if (!mayManage) return <Empty title={words.guard} text={notAllowed} />;
  if (assistants.isPending) return <Skeleton height={320} radius="lg" />;
  if (assistants.error && !assistants.data) return <Failure error={assistants.error} retry={() => void assistants.refetch()} />;
  const { items } = assistants.data;
  const chosen = items.find(({ name }) => name === read("assistant"))?.name ?? "";
  return (
    <>
      <p className={operate.intro}>{words.intro}</p>
      {items.length > 0 && (
        <Select
          className={classes.whose ?? ""}
          label={words.whose}
          allowDeselect={false}
          value={chosen}
          onChange={(name) => write({ assistant: name ?? "" })}
          data={[{ value: "", label: words.first }, ...items.map(({ name, title }) => ({ value: name, label: title }))]}
        />
      )}
      <GuardTry assistant={chosen} />
    </>
  );
}
