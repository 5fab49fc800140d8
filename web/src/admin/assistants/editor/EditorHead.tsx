import { Anchor, Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useFormats, useLanguage, useWords } from "../../../i18n/language";
import { Face } from "../../../parts/Face";
import { useConfirm } from "../../../parts/confirm";
import { useProblemText } from "../../../parts/problem";
import { toast } from "../../../parts/Toasts";
import { When } from "../../../parts/When";
import assistants from "../Assistants.module.css";
import { CopyDialog } from "../begin/CopyDialog";
import { State } from "../list/OwnCard";
import { OwnMenu } from "../list/OwnMenu";
import type { Detail } from "../own";
import { LiveDialog } from "../parts/LiveDialog";
import { useOwn } from "../useOwn";
import { usePacks } from "../usePacks";
import classes from "./Editor.module.css";
import { placeOf, type Place } from "./places";
import { isMeanwhile, type Working } from "./useWork";
import { editorWords } from "./words";

interface Props {
  name: string;
  working: Working;
  go: (place: Place) => void;
}

/** What it is, how it stands, and what makes it more than a draft. */
export function EditorHead({ name, working, go }: Props) {
  const words = useWords(editorWords);
  const formats = useFormats();
  const told = useProblemText();
  const { language } = useLanguage();
  const [, navigate] = useLocation();
  const [isCopying, copy] = useState(false);
  const [checked, check] = useState<number | null>(null);
  const { saved, form, saving, isUnsaved, isLost, drop } = working;
  const title = form?.title[language] || saved.title || name;
  const mayGo = saved.draft !== null && saved.draft !== undefined;
  const said = (detail: Detail) => (detail.faults.length > 0 ? words.savedWithFaults(detail.faults.length) : words.saved);
  function save(then: (detail: Detail) => void) {
    if (!isLost && !saving.isPending) saving.mutate(undefined, { onSuccess: then });
  }
  const keep = () => save((detail) => toast(said(detail)));
  useSaveKey(isUnsaved, keep);
  function checkIt(detail: Detail) {
    const [first] = detail.faults;
    if (first) {
      toast(words.mendFirst, "problem");
      go(placeOf(first));
    } else check(detail.draft?.revision ?? null);
  }
  return (
    <>
      <Anchor component={Link} href="/admin/assistants" size="sm" className={assistants.back ?? ""}>
        <IconArrowLeft size={15} /> {words.all}
      </Anchor>
      <header className={classes.head}>
        <Face of={{ name, title, picture: form?.picture ?? "" }} size="large" />
        <div className={classes.title}>
          <h2>{title}</h2>
          <State own={saved} />
        </div>
        <div className={classes.acts}>
          <span role="status" className={classes.hint}>
            {isUnsaved ? words.unsaved : saved.draft ? <>{words.savedAgo} <When at={saved.draft.madeAt} /></> : words.nothingChanged}
          </span>
          {isUnsaved && <Discard drop={drop} />}
          <Button variant={isUnsaved ? "filled" : "default"} loading={saving.isPending} disabled={!isUnsaved || isLost} onClick={keep}>
            {words.save}
          </Button>
          {(mayGo || isUnsaved) && (
            <Button variant={isUnsaved ? "default" : "filled"} disabled={isLost || saving.isPending} onClick={() => (isUnsaved ? save(checkIt) : checkIt(saved))}>
              {words.check}
            </Button>
          )}
          <OwnMenu own={saved} title={title} copy={() => copy(true)} removed={(what) => (what === "all" ? navigate("/admin/assistants") : drop())} />
        </div>
      </header>
      {isLost && <Lost working={working} />}
      {saving.error && !isMeanwhile(saving.error) && (
        <p role="alert" className={classes.refused}>
          {told(saving.error)}
        </p>
      )}
      <LiveDialog
        name={name}
        revision={checked ?? 0}
        opened={checked !== null}
        onClose={() => check(null)}
        onLive={(detail) => {
          check(null);
          drop();
          toast(words.isLive(formats.number(detail.live?.version ?? 0)));
        }}
      />
      {isCopying && <Copying name={name} title={title} close={() => copy(false)} />}
    </>
  );
}

function Discard({ drop }: { drop: () => void }) {
  const words = useWords(editorWords);
  const [dialog, ask] = useConfirm();
  return (
    <>
      <Button variant="subtle" onClick={() => ask({ title: words.discardTitle, text: words.discardText, yes: words.discard, act: drop })}>
        {words.discard}
      </Button>
      {dialog}
    </>
  );
}

/** Somebody else was faster: what is here can be looked at, and not saved. */
function Lost({ working }: { working: Working }) {
  const words = useWords(editorWords);
  const [dialog, ask] = useConfirm();
  return (
    <div role="alert" className={classes.lost}>
      <span>{words.meanwhile}</span>
      <Button size="compact-sm" variant="default" onClick={() => ask({ title: words.loadTitle, text: words.loadText, yes: words.loadTheirs, act: working.drop })}>
        {words.loadTheirs}
      </Button>
      {dialog}
    </div>
  );
}

function Copying({ name, title, close }: { name: string; title: string; close: () => void }) {
  const own = useOwn();
  const packs = usePacks();
  if (!own.data || !packs.data) return null;
  const taken = [...own.data, ...packs.data].map((one) => one.name);
  return <CopyDialog from={{ name, title }} isIncluded={false} taken={taken} close={close} />;
}

/** Ctrl-S and Cmd-S, wherever one is writing. */
function useSaveKey(isUnsaved: boolean, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // Never the browser's own: it would save the page.
      event.preventDefault();
      if (isUnsaved) latest.current();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isUnsaved]);
}
