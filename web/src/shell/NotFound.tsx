import { Button } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { Link } from "wouter";
import { useWords } from "../i18n/language";
import { Empty } from "../parts/State";
import { partsWords } from "../parts/words";
import { shellWords } from "./words";

export function NotFound() {
  const words = useWords(shellWords);
  const parts = useWords(partsWords);
  return (
    <Empty
      icon={<IconMap2 size={26} />}
      title={words.notFound}
      text={words.notFoundText}
      action={
        <Button component={Link} href="/chat">
          {parts.toChat}
        </Button>
      }
    />
  );
}
