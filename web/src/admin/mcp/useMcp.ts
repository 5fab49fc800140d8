import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, request } from "../../api/client";
import type { McpApproval, McpServer, McpServerBody, McpTools } from "../../api/types";
import { toast } from "../../parts/Toasts";

const SERVERS = ["mcp", "servers"];
export const toolsOf = (name: string) => ["mcp", "tools", name];
const place = (name: string) => `/api/mcp/servers/${encodeURIComponent(name)}`;

export function useServers() {
  return useQuery({ queryKey: SERVERS, queryFn: ({ signal }) => get<{ items: McpServer[] }>("/api/mcp/servers", signal), select: (reply) => reply.items });
}

/** What a server offers. Asked only when somebody looks: what is approved is what they saw, and must not change under their eyes. */
export function useTools(name: string) {
  return useQuery({
    queryKey: toolsOf(name),
    queryFn: ({ signal }) => get<McpTools>(`${place(name)}/tools`, signal),
    select: (reply) => reply.items,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

export function useApprove(name: string, approved: (tools: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tools: McpApproval[]) => post<McpTools>(`${place(name)}/approve`, { tools }),
    onSuccess(seen, tools) {
      queries.setQueryData(toolsOf(name), seen);
      void queries.invalidateQueries({ queryKey: SERVERS });
      approved(tools.length);
    },
  });
}

/** Lists a server, or says something else about it; what it offers is looked at anew where it is shown. */
export function usePutServer(saved: (server: McpServer) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, body }: { name: string; body: McpServerBody }) => request<McpServer>("PUT", place(name), { body }),
    onSuccess(server) {
      void queries.invalidateQueries({ queryKey: ["mcp"] });
      saved(server);
    },
  });
}

export function useRemoveServer(said: (name: string) => string, told: (error: unknown) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request("DELETE", place(name)),
    onSuccess(_, name) {
      void queries.invalidateQueries({ queryKey: SERVERS });
      toast(said(name));
    },
    onError: (error) => toast(told(error), "problem"),
  });
}
