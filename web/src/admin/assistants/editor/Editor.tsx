import { Tabs } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../../../i18n/language";
import { useAddress } from "../../../parts/useAddress";
import { useLeaving } from "../../../parts/useLeaving";
import { NARROW } from "../../../theme/media";
import type { Detail } from "../own";
import classes from "./Editor.module.css";
import { EditorHead } from "./EditorHead";
import { Faults } from "./Faults";
import { focusField } from "./focusField";
import { PartView } from "./PartView";
import { agentOf, isPart, PARTS, type Part, type Place } from "./places";
import { TryIt } from "./TryIt";
import { useRoomBelow } from "./useRoomBelow";
import { useWork } from "./useWork";
import { editorWords } from "./words";

/** All of an assistant, one part at a time, with its draft to talk to at the side. */
export function Editor({ name, known }: { name: string; known: Detail }) {
  const words = useWords(editorWords);
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const [address, write] = useAddress();
  const working = useWork(name, known);
  const leaving = useLeaving(working.isUnsaved);
  const [agent, openAgent] = useState(0);
  const [file, openFile] = useState<{ file: string; line: number | null }>({ file: "pack.toml", line: null });
  const [goal, setGoal] = useState<Place | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const wanted = address("part");
  const shown: Part = isPart(wanted) && (wanted !== "try" || isNarrow) ? wanted : "identity";
  const parts: readonly Part[] = useMemo(() => (isNarrow ? [...PARTS, "try"] : PARTS), [isNarrow]);
  function open(part: Part) {
    write({ part });
  }
  function go(place: Place) {
    openAgent(agentOf(place.field) ?? agent);
    if (place.part === "files") openFile({ file: place.file, line: place.line });
    open(place.part);
    setGoal(place);
  }
  // Once the part is there that it stands in.
  useEffect(() => {
    if (goal === null || goal.part !== shown || !panel.current) return;
    if (goal.field !== null) focusField(panel.current, goal.field);
    setGoal(null);
  }, [goal, shown, agent]);
  // On a phone not all tabs fit: the one that is shown must be among those that can be seen.
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (current && tabs.current) tabs.current.scrollLeft = current.offsetLeft - (tabs.current.clientWidth - current.clientWidth) / 2;
  }, [shown]);
  const { saved } = working;
  return (
    <div className={classes.editor} data-editor>
      <EditorHead name={name} working={working} go={go} />
      <Faults faults={saved.faults} warnings={saved.warnings} go={go} />
      <Tabs value={shown} onChange={(value) => value && isPart(value) && open(value)} keepMounted={false}>
        <Tabs.List ref={tabs} className={classes.tabs ?? ""} aria-label={words.partsLabel}>
          {parts.map((part) => (
            <Tabs.Tab key={part} value={part}>
              {words.parts[part]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={classes.columns}>
          <div ref={panel} className={classes.panel}>
            {parts.map((part) => (
              <Tabs.Panel key={part} value={part}>
                {part === "try" ? (
                  <div className={classes.tall}>
                    <TryIt saved={saved} isUnsaved={working.isUnsaved} />
                  </div>
                ) : (
                  <PartView part={part} name={name} working={working} agent={agent} openAgent={openAgent} file={file} openFile={openFile} open={open} />
                )}
              </Tabs.Panel>
            ))}
          </div>
          {!isNarrow && <Aside saved={saved} isUnsaved={working.isUnsaved} />}
        </div>
      </Tabs>
      {leaving}
    </div>
  );
}

/** Beside the parts, whichever is shown. */
function Aside({ saved, isUnsaved }: { saved: Detail; isUnsaved: boolean }) {
  const box = useRoomBelow();
  return (
    <div ref={box} className={classes.aside}>
      <TryIt saved={saved} isUnsaved={isUnsaved} />
    </div>
  );
}
