import "../theme/more.css";
import { Redirect, Route, Switch } from "wouter";
import { useWords } from "../i18n/language";
import { Page } from "../parts/Page";
import { useMay } from "../shell/account";
import { NotFound } from "../shell/NotFound";
import { ChannelsView } from "./channels/ChannelsView";
import { channelWords } from "./channels/words";
import { HealthView } from "./HealthView";
import { KeysView } from "./KeysView";
import { ModelsView } from "./ModelsView";
import { SitesView } from "./sites/SitesView";
import { siteWords } from "./sites/words";
import { UsersView } from "./UsersView";
import { StepsView } from "../start/StepsView";
import { startWords } from "../start/words";
import { adminWords } from "./words";

export default function AdminPage() {
  const words = useWords(adminWords);
  const channelWord = useWords(channelWords);
  const siteWord = useWords(siteWords);
  const startWord = useWords(startWords);
  const may = useMay();
  const tabs = [
    { path: "/admin/users", label: words.users, needs: "users:read" },
    { path: "/admin/keys", label: words.keys, needs: "keys:read" },
    { path: "/admin/channels", label: channelWord.channels, needs: "channels:manage" },
    { path: "/admin/sites", label: siteWord.sites, needs: "assistants:manage" },
    { path: "/admin/models", label: words.models, needs: "users:read" },
    { path: "/admin/health", label: words.health, needs: "users:read" },
    { path: "/admin/first-steps", label: startWord.title, needs: "users:manage" },
  ].filter((tab) => may(tab.needs));
  return (
    <Page title={words.title} tabs={tabs} tabsLabel={words.views}>
      <Switch>
        <Route path="/admin">
          <Redirect to={tabs[0]?.path ?? "/chat"} replace />
        </Route>
        <Route path="/admin/users" component={UsersView} />
        <Route path="/admin/keys" component={KeysView} />
        <Route path="/admin/channels" component={ChannelsView} />
        <Route path="/admin/sites" component={SitesView} />
        <Route path="/admin/models" component={ModelsView} />
        <Route path="/admin/health" component={HealthView} />
        <Route path="/admin/first-steps" component={StepsView} />
        <Route component={NotFound} />
      </Switch>
    </Page>
  );
}
