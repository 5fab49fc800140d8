import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { Refusal } from "./api/client";
import { ChatPage } from "./chat/ChatPage";
import { SpeakingProvider } from "./i18n/language";
import { aroundNav } from "./parts/leaving";
import { lazily } from "./parts/persistently";
import { Toasts } from "./parts/Toasts";
import { AccountGate } from "./shell/AccountGate";
import { Frame } from "./shell/Frame";
import { NotFound } from "./shell/NotFound";
import { PageSkeleton } from "./shell/PageSkeleton";
import { theme } from "./theme/theme";

// What most visits do not need comes when it is asked for.
const KnowledgePage = lazily(() => import("./knowledge/KnowledgePage"));
const DeskPage = lazily(() => import("./desk/DeskPage"));
const InboxPage = lazily(() => import("./inbox/InboxPage"));
const OperatePage = lazily(() => import("./operate/OperatePage"));
const AdminPage = lazily(() => import("./admin/AdminPage"));
const SharedPage = lazily(() => import("./chat/SharedPage"));
const WelcomePage = lazily(() => import("./shell/WelcomePage"));

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof Refusal && (error.status === 0 || error.status >= 500),
    },
  },
});

export function App() {
  return (
    <SpeakingProvider>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queries}>
          <Toasts />
          <Router aroundNav={aroundNav}>
            <Suspense fallback={<PageSkeleton />}>
              <Switch>
                <Route path="/welcome" component={WelcomePage} />
                <Route path="/shared/:token">{({ token }) => <SharedPage token={token} />}</Route>
                <Route>
                  <AccountGate>
                    <Frame>
                      <Suspense fallback={<PageSkeleton />}>
                        <Routes />
                      </Suspense>
                    </Frame>
                  </AccountGate>
                </Route>
              </Switch>
            </Suspense>
          </Router>
        </QueryClientProvider>
      </MantineProvider>
    </SpeakingProvider>
  );
}

function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/chat" replace />
      </Route>
      <Route path="/chat">
        <ChatPage id={null} />
      </Route>
      <Route path="/chat/:id">{({ id }) => <ChatPage id={id} />}</Route>
      <Route path="/knowledge/*?" component={KnowledgePage} />
      <Route path="/desk/*?" component={DeskPage} />
      <Route path="/inbox/*?" component={InboxPage} />
      <Route path="/operate/*?" component={OperatePage} />
      <Route path="/admin/*?" component={AdminPage} />
      <Route component={NotFound} />
    </Switch>
  );
}
