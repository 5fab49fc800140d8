import { Button, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { post } from "../../api/client";
import type { ModelsSetup, Provider, Trial } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { connectionOf, providerOf, wireName } from "./draft";
import { KIND_ICONS } from "./KindCards";
import { KINDS } from "./kinds";
import classes from "./Models.module.css";
import { Nearby } from "./Nearby";
import type { Start } from "./ProviderDialog";
import { TrialResult, Waiting } from "./TrialResult";
import { useChange } from "./useSetup";
import { modelWords } from "./words";

interface Props {
  setup: ModelsSetup;
  open: (start: Start) => void;
  /** What is offered beside the heading. */
  children: ReactNode;
}

export function ProviderCards({ setup, open, children }: Props) {
  const words = useWords(modelWords);
  return (
    <section aria-label={words.providers}>
      <div className={classes.head}>
        <h2>{words.providers}</h2>
        {children}
      </div>
      <Nearby setup={setup} use={(nearby) => open({ nearby })} />
      <ul className={classes.providers}>
        {setup.providers.map((provider) => (
          <ProviderCard key={`${provider.source}.${provider.name}`} provider={provider} setup={setup} open={open} />
        ))}
      </ul>
    </section>
  );
}

function ProviderCard({ provider, setup, open }: { provider: Provider; setup: ModelsSetup; open: (start: Start) => void }) {
  const words = useWords(modelWords);
  const { name, kind, source, shared } = provider;
  const KindIcon = KIND_ICONS[kind];
  const models = setup.items.filter((model) => model.providerName === name && model.source === source);
  return (
    <li className={classes.provider} aria-label={name}>
      <div className={classes.providerHead}>
        <KindIcon size={20} stroke={1.6} />
        <h3>{name}</h3>
        {shared && source === "own" && <span className={classes.badge}>{words.shared}</span>}
      </div>
      <p className={classes.hint}>
        {words.kinds[kind]} · {words.modelCount(models.length)} · {words.sources[source]}
      </p>
      {provider.baseUrl && <code className={classes.address}>{provider.baseUrl}</code>}
      {source === "own" ? (
        <>
          <span className={operate.state} data-state={provider.hasKey ? "done" : KINDS[kind].needsKey ? "dead" : "queued"}>
            {provider.hasKey ? words.hasKey : words.noKey}
          </span>
          <Own provider={provider} setup={setup} open={open} />
        </>
      ) : (
        <p className={classes.hint}>{words.readOnly[source]}</p>
      )}
    </li>
  );
}

/** What can be done with one that was set up here. */
function Own({ provider, setup, open }: { provider: Provider; setup: ModelsSetup; open: (start: Start) => void }) {
  const words = useWords(modelWords);
  const told = useProblemText();
  const [dialog, ask] = useConfirm();
  const change = useChange();
  const { name, models } = provider;
  const path = `providers/${encodeURIComponent(name)}`;
  const asked = models.find((model) => setup.tiers.balanced.includes(model.name)) ?? models[0];
  const trying = useMutation({
    mutationFn: (model: string) => post<Trial>("/api/models/try", { name, model }),
    onError: (error) => toast(told(error), "problem"),
  });
  const share = (shared: boolean) =>
    change.mutate({ method: "PUT", path, body: providerOf(connectionOf(provider), models, shared), said: shared ? words.shareOn(name) : words.shareOff(name) });
  return (
    <>
      <div className={classes.acts}>
        <Button size="compact-sm" variant="default" aria-label={words.editNamed(name)} onClick={() => open({ provider })}>
          {words.edit}
        </Button>
        {asked && (
          <Button size="compact-sm" variant="default" aria-label={words.tryNamed(name)} loading={trying.isPending} onClick={() => trying.mutate(wireName(asked))}>
            {words.tryIt}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.removeNamed(name)}
          onClick={() => ask({ title: words.removeTitle(name), text: words.removeText, yes: words.remove, act: () => change.mutate({ method: "DELETE", path, said: words.removed(name) }) })}
        >
          {words.remove}
        </Button>
      </div>
      {setup.isInstallation && <Switch size="sm" label={words.share} checked={provider.shared} disabled={change.isPending} onChange={(event) => share(event.currentTarget.checked)} />}
      <div role="status">
        {trying.isPending && <Waiting text={words.trying(trying.variables)} />}
        {trying.data && !trying.isPending && <TrialResult trial={trying.data} />}
      </div>
      {dialog}
    </>
  );
}
