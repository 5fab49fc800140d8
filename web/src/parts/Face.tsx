// How an assistant is seen: a drawing where we have one of its sign, else the sign itself, else its initials.
import {
  IconArrowsShuffle,
  IconBellRinging,
  IconBooks,
  IconBriefcase,
  IconCalendarEvent,
  IconChartBar,
  IconCoffee,
  IconDental,
  IconHeadset,
  IconMoon,
  IconRobot,
  IconScale,
  IconShoppingCart,
  IconStethoscope,
  IconToolsKitchen2,
  type Icon,
} from "@tabler/icons-react";
import classes from "./Face.module.css";
import { colourOf, initialsOf, signOf } from "./face";

/** Systems draw emoji each in their own way, and some not at all. */
const DRAWINGS: Record<string, Icon> = {
  "📚": IconBooks,
  "📊": IconChartBar,
  "🛎": IconBellRinging,
  "⚖": IconScale,
  "🤖": IconRobot,
  "💼": IconBriefcase,
  "📅": IconCalendarEvent,
  "🍵": IconCoffee,
  "☕": IconCoffee,
  "🦷": IconDental,
  "🩺": IconStethoscope,
  "🍽": IconToolsKitchen2,
  "🛒": IconShoppingCart,
  "🎧": IconHeadset,
};

export interface Faced {
  name: string;
  title: string;
  picture: string;
}

type Size = "small" | "medium" | "large";
const DRAWN: Record<Size, number> = { small: 14, medium: 18, large: 21 };

interface Props {
  /** Whoever fits, without one. */
  of: Faced | null | undefined;
  size?: Size;
  /** Nobody at present, in place of whoever fits. */
  isOff?: boolean;
}

/** Seen, not read out: the title stands beside it. */
export function Face({ of, size = "medium", isOff = false }: Props) {
  if (!of) {
    const None = isOff ? IconMoon : IconArrowsShuffle;
    return (
      <span className={classes.face} data-size={size} aria-hidden>
        <None size={DRAWN[size]} stroke={1.7} />
      </span>
    );
  }
  const sign = signOf(of.picture);
  const Drawing = DRAWINGS[sign];
  return (
    <span className={classes.face} data-size={size} data-colour={colourOf(of.name)} data-sign={sign && !Drawing ? true : undefined} aria-hidden>
      {Drawing ? <Drawing size={DRAWN[size]} stroke={1.8} /> : sign || initialsOf(of.title || of.name)}
    </span>
  );
}
