import { Button } from "@mantine/core";
import { Link } from "wouter";
import type { Pack } from "../../../api/types";
import { useFormats, useWords } from "../../../i18n/language";
import { Face } from "../../../parts/Face";
import operate from "../../../operate/Operate.module.css";
import classes from "../Assistants.module.css";
import type { Own } from "../own";
import { pageOf } from "../useOwn";
import { OnSwitch } from "./OnSwitch";
import { OwnMenu } from "./OwnMenu";
import { ownWords } from "./words";

interface Props {
  own: Own;
  /** What is live of it; none if nothing is. */
  pack: Pack | undefined;
  /** All there are. */
  packs: Pack[];
  /** What those that it stands in for are called. */
  replaced: string[];
  copy: () => void;
}

export function OwnCard({ own, pack, packs, replaced, copy }: Props) {
  const words = useWords(ownWords);
  const title = own.title || own.name;
  const titles = replaced.join(", ");
  return (
    <li className={classes.card} aria-label={title} data-off={!own.enabled || undefined}>
      <div className={classes.cardHead}>
        <Face of={{ name: own.name, title, picture: own.picture }} size="large" />
        <h3>{title}</h3>
        {pack && <OnSwitch pack={pack} packs={packs} title={title} />}
      </div>
      <State own={own} />
      {own.description && <p className={classes.about}>{own.description}</p>}
      {own.problem && <p className={operate.bad}>{own.problem}</p>}
      {titles && <p className={classes.hint}>{own.live ? words.inPlaceOf(titles) : words.willReplace(titles)}</p>}
      <div className={classes.cardFoot}>
        <Button component={Link} href={pageOf(own.name)} size="compact-sm" variant="default" aria-label={words.editNamed(title)}>
          {words.edit}
        </Button>
        <OwnMenu own={own} title={title} copy={copy} />
      </div>
    </li>
  );
}

/** Live and being worked on: both may be. */
export function State({ own }: { own: Pick<Own, "live" | "draft" | "enabled" | "problem"> }) {
  const words = useWords(ownWords);
  const formats = useFormats();
  return (
    <span className={classes.states}>
      {own.live && (
        <span className={operate.state} data-state={own.problem ? "dead" : own.enabled ? "done" : "queued"}>
          {own.problem ? words.problem : own.enabled ? words.live(formats.number(own.live.version)) : words.off}
        </span>
      )}
      {own.draft && (
        <span className={operate.state} data-state="running">
          {own.live ? words.draft : words.neverLive}
        </span>
      )}
    </span>
  );
}
