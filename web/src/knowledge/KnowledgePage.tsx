import "../theme/more.css";
import { Route, Switch } from "wouter";
import { useWords } from "../i18n/language";
import { Page } from "../parts/Page";
import { NotFound } from "../shell/NotFound";
import { FilePage } from "./FilePage";
import { FilesView } from "./FilesView";
import { SearchView } from "./SearchView";
import { SynonymsView } from "./SynonymsView";
import { knowledgeWords } from "./words";

export default function KnowledgePage() {
  const words = useWords(knowledgeWords);
  const tabs = [
    { path: "/knowledge", label: words.files },
    { path: "/knowledge/search", label: words.search },
    { path: "/knowledge/synonyms", label: words.synonyms },
  ];
  return (
    <Switch>
      <Route path="/knowledge/files/:id">{({ id }) => <FilePage key={id} id={id} />}</Route>
      <Route>
        <Page title={words.title} intro={words.intro} tabs={tabs} tabsLabel={words.views}>
          <Switch>
            <Route path="/knowledge" component={FilesView} />
            <Route path="/knowledge/search" component={SearchView} />
            <Route path="/knowledge/synonyms" component={SynonymsView} />
            <Route component={NotFound} />
          </Switch>
        </Page>
      </Route>
    </Switch>
  );
}
