// The board of the kitchen: a column for each step, moved on by buttons.
import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { post } from "../api/client";
import { useFormats, useLanguage, useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { useProblemText } from "../parts/problem";
import { Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import classes from "./Desk.module.css";
import { dateOf, timeOf } from "./calendar/layout";
import { NewOrder } from "./counter/NewOrder";
import { money } from "./money";
import { useOrders } from "./queries";
import type { Catalogue, Order, OrderStep } from "./types";
import { useTellDone } from "./useUndo";
import { deskWords } from "./words";

const COLUMNS = [
  { key: "placed", holds: ["placed"] },
  { key: "preparing", holds: ["preparing"] },
  { key: "ready", holds: ["ready"] },
  { key: "handed", holds: ["out_for_delivery", "picked_up"] },
  { key: "over", holds: ["completed", "void"] },
] as const;

/** What comes next, the usual first. */
function stepsOf(order: Order): OrderStep[] {
  const out: OrderStep = order.kind === "delivery" ? "out_for_delivery" : "picked_up";
  const next: Record<string, OrderStep[]> = {
    placed: ["preparing", "void"],
    preparing: ["ready", "void"],
    ready: [out],
    out_for_delivery: ["completed"],
    picked_up: ["completed"],
  };
  const steps = next[order.status] ?? [];
  if (order.paid) return steps.filter((step) => step !== "void");
  return ["placed", "preparing", "ready"].includes(order.status) ? [...steps.slice(0, 1), "paid", ...steps.slice(1)] : steps;
}

export function OrdersView({ catalogue }: { catalogue: Catalogue }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const { language } = useLanguage();
  const formats = useFormats();
  const told = useProblemText();
  const may = useMay();
  const tellDone = useTellDone();
  const [dialog, ask] = useConfirm();
  const orders = useOrders();
  const [isOrdering, setOrdering] = useState(false);
  const moving = useMutation({
    mutationFn: ({ order, to }: { order: Order; to: OrderStep }) => post<{ order: Order; change: string }>(`/api/desk/orders/${order.id}/move`, { to }),
    onSuccess: (done, { to }) => {
      const stage = to === "paid" ? words.isPaid : (words.stages[done.order.status as keyof typeof words.stages] ?? done.order.status);
      tellDone(words.orderMoved(stage), to === "paid" || to === "completed" ? null : done.change);
    },
    onError: (error) => toast(told(error), "problem"),
  });
  // What is not for today says so.
  const today = new Intl.DateTimeFormat("sv-SE").format(new Date());
  const whenOf = (local: string) => (dateOf(local) === today ? timeOf(local) : `${formats.day(dateOf(local))}, ${timeOf(local)}`);
  if (orders.isPending) return <Skeleton height={320} radius="lg" />;
  if (orders.error) return <Failure error={orders.error} retry={() => void orders.refetch()} />;
  function move(order: Order, to: OrderStep) {
    if (to === "void") ask({ title: words.voidTitle, text: words.voidText, yes: words.steps.void, act: () => moving.mutate({ order, to }) });
    else moving.mutate({ order, to });
  }
  return (
    <>
      {may("desk:work") && catalogue.menu.length > 0 && (
        <div className={classes.toolbar}>
          <span className={classes.space} />
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOrdering(true)}>
            {words.counter.newOrder}
          </Button>
        </div>
      )}
      {orders.data.length === 0 && (
        <p className={classes.intro}>
          {words.ordersEmpty}{" "}
          <Anchor component={Link} href="/chat" inherit underline="always">
            {parts.toChat}
          </Anchor>
        </p>
      )}
      <div className={classes.board} role="region" aria-label={words.orders} tabIndex={0}>
        {COLUMNS.map(({ key, holds }) => {
          const here = orders.data.filter((order) => (holds as readonly string[]).includes(order.status));
          return (
            <section key={key} className={classes.stage} aria-label={words.stages[key]}>
              <h2>
                {words.stages[key]} <span className={classes.soft}>{here.length}</span>
              </h2>
              <ul>
                {here.map((order) => (
                  <li key={order.id} className={classes.ticket}>
                    <div className={classes.ticketHead}>
                      <Link className={classes.link ?? ""} href={`/desk/customers?open=${order.customerId}`}>
                        {order.customerName ?? words.unknown}
                      </Link>
                      <strong className={classes.number}>{order.localTime ? whenOf(order.localTime) : <When at={order.createdAt} />}</strong>
                    </div>
                    <ul>
                      {order.lines.map((line, place) => (
                        <li key={place}>
                          {line.quantity} × {line.name}
                          {line.notes && <span className={classes.soft}> — {line.notes}</span>}
                        </li>
                      ))}
                    </ul>
                    <div className={classes.ticketHead}>
                      <span className={classes.soft}>{order.kind === "delivery" ? `${words.delivery}: ${order.address ?? ""}` : words.pickup}</span>
                      <span>
                        <span className={classes.state} data-paid={order.paid}>
                          {order.status === "void" ? words.stages.void : order.paid ? words.isPaid : words.notPaid}
                        </span>{" "}
                        <span className={classes.number}>{money(order.total, order.currency, language)}</span>
                      </span>
                    </div>
                    {may("desk:work") && (
                      <div className={classes.buttons}>
                        {stepsOf(order).map((step, place) => (
                          <Button key={step} size="compact-sm" variant={place === 0 ? "filled" : step === "void" ? "subtle" : "default"} {...(step === "void" ? { color: "red", px: 5 } : {})} onClick={() => move(order, step)}>
                            {words.steps[step]}
                          </Button>
                        ))}
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {isOrdering && <NewOrder catalogue={catalogue} close={() => setOrdering(false)} />}
      {dialog}
    </>
  );
}
