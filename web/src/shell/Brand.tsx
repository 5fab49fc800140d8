import { useWords } from "../i18n/language";
import { useAccount } from "./account";
import { Mark, useMark } from "./Mark";
import { shellWords } from "./words";

const SIZE = 28;

/** The organisation's picture and name, or the product's where it has no picture. */
export function Brand() {
  const words = useWords(shellWords);
  const { tenantName } = useAccount();
  const { isKnown, picture } = useMark();
  return (
    <>
      <Mark size={SIZE} />
      {picture ? <strong title={tenantName}>{tenantName}</strong> : <strong>{isKnown && words.name}</strong>}
    </>
  );
}
