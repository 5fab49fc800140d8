// Nobody gets past here without an account: shows the way in instead.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { Refusal, whenSignedOut } from "../api/client";
import { KEYS, useAccountQuery } from "../api/queries";
import { Failure } from "../parts/State";
import { AccountContext } from "./account";
import { PageSkeleton } from "./PageSkeleton";

const SignIn = lazy(() => import("./SignIn"));

export function AccountGate({ children }: { children: ReactNode }) {
  const account = useAccountQuery();
  const queries = useQueryClient();
  useEffect(
    () =>
      whenSignedOut(() => {
        if (queries.getQueryData(KEYS.account)) void queries.resetQueries({ queryKey: KEYS.account });
      }),
    [queries],
  );
  if (account.isPending) return <PageSkeleton />;
  if (account.error instanceof Refusal && account.error.status === 401) {
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    );
  }
  if (account.error && !account.data) return <Failure error={account.error} retry={() => void account.refetch()} />;
  return <AccountContext value={account.data ?? null}>{children}</AccountContext>;
}
