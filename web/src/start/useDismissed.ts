import { useState } from "react";
import { kept } from "../api/kept";
import { useAccount } from "../shell/account";

/** Whether the reader has seen enough of something, in this tenant. */
export function useDismissed(what: string): [boolean, () => void] {
  const { tenantId } = useAccount();
  const place = `conserje.dismissed.${what}.${tenantId}`;
  const [isDismissed, setDismissed] = useState(() => kept.read(place) !== null);
  return [
    isDismissed,
    () => {
      kept.keep(place, "1");
      setDismissed(true);
    },
  ];
}
