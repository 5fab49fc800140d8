import "../theme/more.css";
import { Skeleton } from "@mantine/core";
import { Redirect, Route, Switch } from "wouter";
import { useWords } from "../i18n/language";
import { Page } from "../parts/Page";
import { Failure } from "../parts/State";
import { NotFound } from "../shell/NotFound";
import { BusinessView } from "./business/BusinessView";
import { CalendarView } from "./calendar/CalendarView";
import { CustomersView } from "./CustomersView";
import { EmptyDesk } from "./EmptyDesk";
import { OrdersView } from "./OrdersView";
import { WaitingView } from "./counter/WaitingView";
import { useCatalogue, useDeskNews, useWaiting } from "./queries";
import { deskWords } from "./words";

export default function DeskPage() {
  const words = useWords(deskWords);
  const catalogue = useCatalogue();
  useDeskNews();
  const waiting = useWaiting(Boolean(catalogue.data));
  // How many could be served stands on the tab, wherever one is.
  const served = (waiting.data ?? []).filter((one) => one.free).length;
  const tabs = [
    { path: "/desk/calendar", label: words.calendar },
    { path: "/desk/waiting", label: served > 0 ? words.counter.waitingOf(served) : words.counter.waiting },
    { path: "/desk/orders", label: words.orders },
    { path: "/desk/customers", label: words.customers },
    { path: "/desk/business", label: words.business },
  ];
  if (catalogue.data === null) {
    return (
      <Page title={words.title}>
        <EmptyDesk />
      </Page>
    );
  }
  return (
    // Without tabs until it is known that there is something to go to.
    <Page title={words.title} {...(catalogue.data ? { tabs, tabsLabel: words.views } : {})}>
      {catalogue.isPending && <Skeleton height={420} radius="lg" />}
      {catalogue.error && !catalogue.data && <Failure error={catalogue.error} retry={() => void catalogue.refetch()} />}
      {catalogue.data && (
        <Switch>
          <Route path="/desk">
            <Redirect to="/desk/calendar" replace />
          </Route>
          <Route path="/desk/calendar">
            <CalendarView catalogue={catalogue.data} />
          </Route>
          <Route path="/desk/waiting">
            <WaitingView catalogue={catalogue.data} />
          </Route>
          <Route path="/desk/orders">
            <OrdersView catalogue={catalogue.data} />
          </Route>
          <Route path="/desk/customers" component={CustomersView} />
          <Route path="/desk/business">
            <BusinessView catalogue={catalogue.data} />
          </Route>
          <Route component={NotFound} />
        </Switch>
      )}
    </Page>
  );
}
