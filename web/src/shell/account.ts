import { createContext, use } from "react";
import type { Account } from "../api/types";

export const AccountContext = createContext<Account | null>(null);

/** Who is signed in; only inside AccountGate. */
export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new Error("outside of AccountGate");
  return account;
}

export function useMay(): (permission: string) => boolean {
  const { permissions } = useAccount();
  return (permission) => permissions.includes(permission);
}
