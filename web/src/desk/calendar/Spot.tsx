// An appointment in the calendar: when, who and what, in one line where there is room for no more.
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconUserOff } from "@tabler/icons-react";
import type { CSSProperties, PointerEvent } from "react";
import { useWords } from "../../i18n/language";
import type { Appointment } from "../types";
import { deskWords } from "../words";
import classes from "./Grid.module.css";
import { timeOf } from "./layout";

interface Props {
  item: Appointment;
  style: CSSProperties;
  isShort: boolean;
  /** It is to come, and whoever looks may change it. */
  isMovable: boolean;
  isDragged: boolean;
  /** Its time is over, and nobody said what became of it. */
  isMissed: boolean;
  drag: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
  open: () => void;
  didNotCome: () => void;
}

export function Spot({ item, style, isShort, isMovable, isDragged, isMissed, drag, open, didNotCome }: Props) {
  const words = useWords(deskWords);
  const name = item.forName ?? item.customerName ?? words.unknown;
  const hint = [`${timeOf(item.localStart)}–${timeOf(item.localEnd)} ${name}`, item.serviceName, item.staffName, isMovable && words.dragHint];
  return (
    <div className={classes.spot} style={style}>
      <button
        type="button"
        className={classes.appointment}
        data-status={item.status}
        data-short={isShort || undefined}
        data-dragged={isDragged || undefined}
        data-movable={isMovable || undefined}
        title={hint.filter(Boolean).join("\n")}
        {...drag}
        onClick={open}
      >
        <span className={classes.words}>
          <span className={classes.what}>
            <time>{timeOf(item.localStart)}</time> <strong>{name}</strong>
            {item.arrivedAt && <IconCheck className={classes.here ?? ""} size={14} stroke={2.6} role="img" aria-label={words.counter.arrived} />}
            {item.confirmedAt && !item.arrivedAt && (
              <span role="img" className={classes.confirmed} aria-label={words.confirmed}>
                ✓
              </span>
            )}
          </span>{" "}
          <span className={classes.service}>{item.serviceName}</span>
        </span>
      </button>
      {isMissed && (
        <ActionIcon className={classes.missed ?? ""} size={22} variant="default" aria-label={words.counter.didNotCome(name)} title={words.noShow} onClick={didNotCome}>
          <IconUserOff size={14} />
        </ActionIcon>
      )}
    </div>
  );
}
