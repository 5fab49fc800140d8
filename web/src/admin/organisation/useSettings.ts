import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, request } from "../../api/client";
import { KEYS } from "../../api/queries";
import type { SetupVersion, TenantSettings, TenantSettingsChange } from "../../api/types";

const LOGO = "/api/settings/logo";
const VERSIONS = [...KEYS.settings, "versions"];

/** What holds now, where everybody who shows it reads it. */
function useTaken(taken?: () => void) {
  const queries = useQueryClient();
  return (settings: TenantSettings) => {
    queries.setQueryData(KEYS.settings, settings);
    void queries.invalidateQueries({ queryKey: VERSIONS });
    // The name stands in the account.
    void queries.invalidateQueries({ queryKey: KEYS.account });
    taken?.();
  };
}

export function useChangeSettings(saved: () => void) {
  const onSuccess = useTaken(saved);
  return useMutation({ mutationFn: (body: TenantSettingsChange) => request<TenantSettings>("PATCH", "/api/settings", { body }), onSuccess });
}

/** Takes a picture, or with none the one that is there away. */
export function useChangeLogo() {
  const onSuccess = useTaken();
  return useMutation({
    mutationFn: (picture: Blob | null) => (picture ? request<TenantSettings>("PUT", LOGO, { bytes: picture }) : request<TenantSettings>("DELETE", LOGO)),
    onSuccess,
  });
}

export function useVersions() {
  return useQuery({ queryKey: VERSIONS, queryFn: ({ signal }) => get<{ items: SetupVersion[] }>("/api/settings/versions", signal), select: (reply) => reply.items });
}

export function useRestore() {
  const onSuccess = useTaken();
  return useMutation({ mutationFn: (version: number) => request<TenantSettings>("POST", `/api/settings/versions/${version}/restore`, { body: {} }), onSuccess });
}
