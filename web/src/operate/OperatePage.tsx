// Each view answers one question.
import "../theme/more.css";
import { Route, Switch } from "wouter";
import { useWords } from "../i18n/language";
import { Page } from "../parts/Page";
import { useMay } from "../shell/account";
import { NotFound } from "../shell/NotFound";
import { ApprovalsView } from "./ApprovalsView";
import { BreakersView } from "./BreakersView";
import { FeedbackView } from "./FeedbackView";
import { JobsView } from "./JobsView";
import { RecordPage } from "./RecordPage";
import { SessionsView } from "./SessionsView";
import { UsageView } from "./UsageView";
import { operateWords } from "./words";

export default function OperatePage() {
  const words = useWords(operateWords);
  const may = useMay();
  const tabs = [
    { path: "/operate", label: words.waiting, needs: "sessions:read" },
    { path: "/operate/sessions", label: words.sessions, needs: "sessions:read" },
    { path: "/operate/usage", label: words.usage, needs: "audit:read" },
    { path: "/operate/feedback", label: words.feedback, needs: "audit:read" },
    { path: "/operate/jobs", label: words.jobs, needs: "jobs:read" },
    { path: "/operate/breakers", label: words.breakers, needs: "audit:read" },
  ].filter((tab) => may(tab.needs));
  return (
    <Switch>
      <Route path="/operate/sessions/:id">{({ id }) => <RecordPage key={id} id={id} />}</Route>
      <Route>
        <Page title={words.title} tabs={tabs} tabsLabel={words.views}>
          <Switch>
            <Route path="/operate" component={ApprovalsView} />
            <Route path="/operate/sessions" component={SessionsView} />
            <Route path="/operate/usage" component={UsageView} />
            <Route path="/operate/feedback" component={FeedbackView} />
            <Route path="/operate/jobs" component={JobsView} />
            <Route path="/operate/breakers" component={BreakersView} />
            <Route component={NotFound} />
          </Switch>
        </Page>
      </Route>
    </Switch>
  );
}
