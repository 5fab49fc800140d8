import { usePicture, useSettings } from "../api/queries";
import { Logo } from "./Logo";
import classes from "./Mark.module.css";

/** The organisation's picture; none if it has none, and nothing at all until that is known. */
export function useMark(): { isKnown: boolean; picture: string | null } {
  const settings = useSettings();
  const logo = settings.data?.logo ?? null;
  const picture = usePicture(logo);
  return { isKnown: !settings.isPending && !(logo && !picture), picture };
}

/** Whose house this is: the organisation's picture, or the product's. */
export function Mark({ size }: { size: 28 | 48 }) {
  const { isKnown, picture } = useMark();
  // Nothing, rather than one mark for a moment and then another.
  if (!isKnown) return <span className={classes.nothing} data-size={size} />;
  return picture ? <img className={classes.logo} data-size={size} src={picture} width={size} height={size} alt="" /> : <Logo size={size} />;
}
