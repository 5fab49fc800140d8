import "../theme/more.css";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { useWords } from "../i18n/language";
import { Page } from "../parts/Page";
import { useMay, useRunsInstallation } from "../shell/account";
import { NotFound } from "../shell/NotFound";
import { AssistantPage } from "./assistants/AssistantPage";
import { AssistantsView } from "./assistants/AssistantsView";
import { assistantsWords } from "./assistants/words";
import { ChannelsView } from "./channels/ChannelsView";
import { channelWords } from "./channels/words";
import { ChangesView } from "./changes/ChangesView";
import { changesWords } from "./changes/words";
import { GuardView } from "./guard/GuardView";
import { guardWords } from "./guard/words";
import { HealthView } from "./HealthView";
import { KeysView } from "./KeysView";
import { McpView } from "./mcp/McpView";
import { mcpWords } from "./mcp/words";
import { ModelsView } from "./models/ModelsView";
import { modelWords } from "./models/words";
import { OrganisationView } from "./organisation/OrganisationView";
import { organisationWords } from "./organisation/words";
import { SitesView } from "./sites/SitesView";
import { siteWords } from "./sites/words";
import { TenantsView } from "./tenants/TenantsView";
import { tenantWords } from "./tenants/words";
import { UsersView } from "./UsersView";
import { StepsView } from "../start/StepsView";
import { startWords } from "../start/words";
import { adminWords } from "./words";

// With the chat beside it, it is a good part of the page.
const EditorPage = lazy(() => import("./assistants/editor/EditorPage"));

/** Only for those who run the installation. */
const TENANTS = "/admin/tenants";

export default function AdminPage() {
  const words = useWords(adminWords);
  const assistantWord = useWords(assistantsWords);
  const changesWord = useWords(changesWords);
  const channelWord = useWords(channelWords);
  const guardWord = useWords(guardWords);
  const mcpWord = useWords(mcpWords);
  const modelWord = useWords(modelWords);
  const organisationWord = useWords(organisationWords);
  const siteWord = useWords(siteWords);
  const startWord = useWords(startWords);
  const tenantWord = useWords(tenantWords);
  const may = useMay();
  const runsInstallation = useRunsInstallation();
  const tabs = [
    { path: "/admin/users", label: words.users, needs: "users:read" },
    { path: "/admin/keys", label: words.keys, needs: "keys:read" },
    { path: "/admin/assistants", label: assistantWord.assistants, needs: "audit:read", hasMore: true },
    { path: "/admin/channels", label: channelWord.channels, needs: "channels:manage" },
    { path: "/admin/sites", label: siteWord.sites, needs: "assistants:manage" },
    { path: "/admin/models", label: modelWord.models, needs: "users:read" },
    { path: "/admin/mcp", label: mcpWord.title, needs: "assistants:manage" },
    { path: "/admin/guard", label: guardWord.guard, needs: "assistants:manage" },
    { path: "/admin/organisation", label: organisationWord.organisation, needs: "assistants:manage" },
    { path: "/admin/changes", label: changesWord.changes, needs: "audit:read" },
    { path: "/admin/health", label: words.health, needs: "users:read" },
    { path: TENANTS, label: tenantWord.tenants, needs: "users:manage" },
    { path: "/admin/first-steps", label: startWord.title, needs: "users:manage" },
  ].filter((tab) => may(tab.needs) && (runsInstallation || tab.path !== TENANTS));
  return (
    <Page title={words.title} tabs={tabs} tabsLabel={words.views}>
      <Switch>
        <Route path="/admin">
          <Redirect to={tabs[0]?.path ?? "/chat"} replace />
        </Route>
        <Route path="/admin/users" component={UsersView} />
        <Route path="/admin/keys" component={KeysView} />
        <Route path="/admin/assistants" component={AssistantsView} />
        <Route path="/admin/assistants/own/:name">
          {({ name }) => (
            <Suspense fallback={<Skeleton height={480} radius="lg" />}>
              <EditorPage key={name} name={name} />
            </Suspense>
          )}
        </Route>
        <Route path="/admin/assistants/:name">{({ name }) => <AssistantPage key={name} name={name} />}</Route>
        <Route path="/admin/channels" component={ChannelsView} />
        <Route path="/admin/sites" component={SitesView} />
        <Route path="/admin/models" component={ModelsView} />
        <Route path="/admin/mcp" component={McpView} />
        <Route path="/admin/guard" component={GuardView} />
        <Route path="/admin/organisation" component={OrganisationView} />
        <Route path={TENANTS} component={TenantsView} />
        <Route path="/admin/changes" component={ChangesView} />
        <Route path="/admin/health" component={HealthView} />
        <Route path="/admin/first-steps" component={StepsView} />
        <Route component={NotFound} />
      </Switch>
    </Page>
  );
}
