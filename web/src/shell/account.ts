import { createContext, use } from "react";
import { useSettings } from "../api/queries";
import type { Account } from "../api/types";

export const AccountContext = createContext<Account | null>(null);

/** Who is signed in; only inside AccountGate. */
export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new Error("outside of AccountGate");
  return account;
}

/** Whether the reader looks after all tenants of the installation. */
export function useRunsInstallation(): boolean {
  const isOwner = useAccount().user.role === "owner";
  return useSettings().data?.installation === true && isOwner;
}

/** Whether the organisation has something switched on; not before that is known. */
export function useIsOn(feature: "share_links" | "openai_api" | "mcp"): boolean {
  return useSettings().data?.features[feature] ?? false;
}

export function useMay(): (permission: string) => boolean {
  const { permissions } = useAccount();
  return (permission) => permissions.includes(permission);
}
