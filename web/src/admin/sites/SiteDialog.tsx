import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post, request } from "../../api/client";
import { useSettings } from "../../api/queries";
import type { Site } from "../../api/types";
import { useWords } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { USUAL_COLOR } from "../organisation/settings";
import { siteWords } from "./words";

interface Props {
  site: Site | null;
  close: () => void;
  saved: () => void;
}

export function SiteDialog({ site, close, saved }: Props) {
  const words = useWords(siteWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [name, setName] = useState(site?.name ?? "");
  const [origins, setOrigins] = useState(site?.origins.join("\n") ?? "");
  const [title, setTitle] = useState(site?.title ?? "");
  const [greeting, setGreeting] = useState(site?.greeting ?? "");
  const usual = useSettings().data?.color ?? USUAL_COLOR;
  const [color, setColor] = useState(site?.color ?? usual);
  // Once it is made, what is saved again is the same site.
  const [known, setKnown] = useState(site);
  const saving = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), origins: origins.split(/[\s,]+/).filter(Boolean), title: title.trim(), greeting: greeting.trim(), color };
      return known ? request<Site>("PATCH", `/api/sites/${known.id}`, { body }) : post<Site>("/api/sites", body);
    },
    onSuccess: (made) => {
      setKnown(made);
      setOrigins(made.origins.join("\n"));
      saved();
    },
  });
  return (
    <Modal opened onClose={close} title={known?.name ?? words.add} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {known && (
            <Textarea
              readOnly
              autosize
              label={words.snippet}
              value={known.snippet}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } }}
              onFocus={(event) => event.currentTarget.select()}
              rightSection={<CopyButton text={known.snippet} label={words.copySnippet} />}
            />
          )}
          <TextInput label={words.name} description={words.nameHint} value={name} maxLength={100} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
          <Textarea
            label={words.origins}
            description={words.originsHint}
            placeholder="https://www.example.com"
            autosize
            minRows={2}
            value={origins}
            onChange={(event) => setOrigins(event.currentTarget.value)}
          />
          <TextInput label={words.title} description={words.titleHint} value={title} maxLength={100} onChange={(event) => setTitle(event.currentTarget.value)} />
          <Textarea label={words.greeting} description={words.greetingHint} autosize minRows={2} value={greeting} maxLength={500} onChange={(event) => setGreeting(event.currentTarget.value)} />
          <TextInput type="color" w={120} label={words.color} value={color} onChange={(event) => setColor(event.currentTarget.value)} />
          {saving.error && (
            <Text role="alert" c="red">
              {told(saving.error)}
            </Text>
          )}
          {saving.isSuccess && <Text role="status">{words.saved}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.close}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!name.trim()}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
