// What the front desk asks for, and hears of while it is open.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { get, query, Refusal } from "../api/client";
import { frames } from "../api/sse";
import type { Appointment, AppointmentFile, Block, Catalogue, Customer, CustomerFile, Days, Order, Waiting } from "./types";

const DESK = ["desk"] as const;
const COME_BACK = 2000;

/** `null` where there is no business yet, which is an answer: a failure would be forgotten whenever it is asked again. */
export function useCatalogue() {
  return useQuery({
    queryKey: [...DESK, "catalogue"],
    queryFn: async ({ signal }) => {
      try {
        return await get<Catalogue>("/api/desk/catalogue", signal);
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

export function useDays(from: string, to: string) {
  return useQuery({
    queryKey: [...DESK, "days", from, to],
    queryFn: ({ signal }) => get<Days>(`/api/desk/days${query({ from, to })}`, signal),
    placeholderData: (before) => before,
  });
}

export function useAppointments(from: string, to: string) {
  return useQuery({
    queryKey: [...DESK, "appointments", from, to],
    queryFn: ({ signal }) => get<{ items: Appointment[] }>(`/api/desk/appointments${query({ from, to })}`, signal),
    select: (reply) => reply.items,
    placeholderData: (before) => before,
  });
}

export function useBlocks(from: string, to: string) {
  return useQuery({
    queryKey: [...DESK, "blocks", from, to],
    queryFn: ({ signal }) => get<{ items: Block[] }>(`/api/desk/blocks${query({ from, to })}`, signal),
    select: (reply) => reply.items,
    placeholderData: (before) => before,
  });
}

/** Who waits, and what they could have: not before there is a business. */
export function useWaiting(isThere: boolean) {
  return useQuery({
    queryKey: [...DESK, "waiting"],
    queryFn: ({ signal }) => get<{ items: Waiting[] }>("/api/desk/waiting", signal),
    select: (reply) => reply.items,
    enabled: isThere,
  });
}

export function useAppointment(id: string) {
  return useQuery({ queryKey: [...DESK, "appointment", id], queryFn: ({ signal }) => get<AppointmentFile>(`/api/desk/appointments/${id}`, signal) });
}

export function useOrders() {
  return useQuery({
    queryKey: [...DESK, "orders"],
    queryFn: ({ signal }) => get<{ items: Order[] }>("/api/desk/orders", signal),
    select: (reply) => reply.items,
  });
}

export function useCustomers(q: string) {
  return useQuery({
    queryKey: [...DESK, "customers", q],
    queryFn: ({ signal }) => get<{ items: Customer[]; total: number }>(`/api/desk/customers${query({ q })}`, signal),
    placeholderData: (before) => before,
  });
}

export function useCustomer(id: string) {
  return useQuery({ queryKey: [...DESK, "customer", id], queryFn: ({ signal }) => get<CustomerFile>(`/api/desk/customers/${id}`, signal) });
}

/** Everything of the desk is read again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: DESK });
}

/** Reads again what others change, for as long as the desk is open. */
export function useDeskNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const closed = new AbortController();
    const readAgain = () => void queries.invalidateQueries({ queryKey: DESK });
    void (async () => {
      while (!closed.signal.aborted) {
        try {
          for await (const frame of frames("/api/desk/events", { signal: closed.signal })) if (frame.event === "desk:changed") readAgain();
        } catch {
          // What was missed is in the lists, which are read again below.
        }
        if (closed.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, COME_BACK));
        readAgain();
      }
    })();
    return () => closed.abort();
  }, [queries]);
}
