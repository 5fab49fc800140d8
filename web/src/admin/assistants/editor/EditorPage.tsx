import { Button, Skeleton } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { Link } from "wouter";
import { Refusal } from "../../../api/client";
import { useWords } from "../../../i18n/language";
import { Empty, Failure } from "../../../parts/State";
import { partsWords } from "../../../parts/words";
import { useMay } from "../../../shell/account";
import { useDetail } from "../useOwn";
import { Editor } from "./Editor";
import { assistantsWords } from "../words";
import { editorWords } from "./words";

export default function EditorPage({ name }: { name: string }) {
  const words = useWords(assistantsWords);
  const parts = useWords(partsWords);
  const mayManage = useMay()("assistants:manage");
  return mayManage ? <Loaded name={name} /> : <Empty icon={<IconSparkles size={26} />} title={words.assistants} text={parts.notAllowed} />;
}

function Loaded({ name }: { name: string }) {
  const words = useWords(editorWords);
  const detail = useDetail(name);
  if (detail.isPending) return <Skeleton height={480} radius="lg" />;
  // What is being worked on stays on the screen, whatever became of it.
  if (detail.data) return <Editor name={name} known={detail.data} />;
  if (detail.error instanceof Refusal && detail.error.status === 404) {
    return (
      <Empty
        icon={<IconSparkles size={26} />}
        title={words.gone}
        text={words.goneText}
        action={
          <Button component={Link} href="/admin/assistants">
            {words.all}
          </Button>
        }
      />
    );
  }
  return <Failure error={detail.error} retry={() => void detail.refetch()} />;
}
