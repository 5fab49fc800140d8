import { usePicture, useSettings } from "../api/queries";
import { useWords } from "../i18n/language";
import { useAccount } from "./account";
import { Logo } from "./Logo";
import classes from "./Side.module.css";
import { shellWords } from "./words";

const SIZE = 28;

/** Whose house this is: the tenant's picture and name, or the product's where it has no picture. */
export function Brand() {
  const words = useWords(shellWords);
  const { tenantName } = useAccount();
  const settings = useSettings();
  const logo = settings.data?.logo ?? null;
  const picture = usePicture(logo);
  // Nothing, rather than one mark for a moment and then another.
  if (settings.isPending || (logo && !picture)) {
    return (
      <>
        <span className={classes.nothing} />
        <strong />
      </>
    );
  }
  if (!picture) {
    return (
      <>
        <Logo size={SIZE} />
        <strong>{words.name}</strong>
      </>
    );
  }
  return (
    <>
      <img className={classes.logo} src={picture} width={SIZE} height={SIZE} alt="" />
      <strong title={tenantName}>{tenantName}</strong>
    </>
  );
}
