// The state of the dialog in which a provider is set up.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { post, Refusal } from "../../api/client";
import type { ModelSetup, ModelsSetup, NearbyServer, OfferedModel, OfferedModels, Provider, ProviderKind, Trial } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { TIERS } from "./chains";
import { connectionOf, freeName, isSame, preselected, problemAt, providerOf, setupOf, trialOf, wireName, type Connection, type Field } from "./draft";
import { KINDS } from "./kinds";
import { useChange } from "./useSetup";
import { modelWords } from "./words";

/** Where the dialog begins: at a choice of kinds, at one of them, with a server that was found, or with what is there. */
export interface Start {
  kind?: ProviderKind;
  nearby?: NearbyServer;
  provider?: Provider;
}

/** With these, no other model of the provider would do better. */
const HOPELESS = ["unauthorised", "unreachable"];

const listed = (models: string[]): OfferedModel[] => models.map((model) => ({ model, known: null }));

export type Dialog = ReturnType<typeof useProvider>;

export function useProvider(setup: ModelsSetup, start: Start, close: () => void) {
  const words = useWords(modelWords);
  const told = useProblemText();
  const change = useChange({ isQuiet: true });
  const kept = start.provider ?? null;
  const taken = setup.providers.filter((provider) => provider !== kept && provider.name !== kept?.name).map(({ name }) => name);

  const connectionTo = (kind: ProviderKind, nearby?: NearbyServer): Connection => {
    const name = freeName(nearby?.name ?? KINDS[kind].name, taken);
    return { kind, name, baseUrl: nearby?.baseUrl ?? "", apiVersion: "", apiKey: "" };
  };
  const setupIn = (provider: string) => (model: string) => {
    const others = setup.items.filter((item) => item.source !== "own" || item.providerName !== provider).map(({ name }) => name);
    return setupOf(model, provider, others);
  };
  const begunWith = ({ models }: NearbyServer, { name, kind }: Connection) => preselected(listed(models), kind).map(setupIn(name));

  const [connection, setConnection] = useState<Connection>(() =>
    kept ? connectionOf(kept) : start.nearby ? connectionTo("openai_compatible", start.nearby) : connectionTo(start.kind ?? "openai"),
  );
  const [step, setStep] = useState<"kind" | "connect" | "models">(kept || start.nearby ? "models" : start.kind ? "connect" : "kind");
  const [offered, setOffered] = useState<OfferedModel[]>(listed(start.nearby?.models ?? []));
  const [chosen, setChosen] = useState<ModelSetup[]>(() => kept?.models ?? (start.nearby ? begunWith(start.nearby, connection) : []));
  const [trials, setTrials] = useState<Trial[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ field: Field; text: string } | null>(null);
  const isOpen = useRef(true);

  /** Told at its field, if it is one of those that are shown. */
  function refused(error: Error) {
    const found = problemAt(error instanceof Refusal ? error.message : "");
    if (found.field === null) return toast(told(error), "problem");
    setProblem(found);
    if (found.field !== "models") setStep("connect");
  }

  const looking = useMutation({
    mutationFn: (to: Connection) => post<OfferedModels>("/api/models/offered", trialOf(to, kept)),
    onSuccess(reply, to) {
      if (reply.problem) return;
      setOffered(reply.items);
      setChosen((before) => (before.length > 0 ? before : preselected(reply.items, to.kind).map(setupIn(to.name))));
      setStep("models");
    },
    onError: refused,
  });
  const trying = useMutation({
    async mutationFn({ to, models }: { to: Connection; models: string[] }) {
      for (const model of models) {
        if (!isOpen.current) return;
        setAsked(model);
        const trial = await post<Trial>("/api/models/try", trialOf(to, kept, model));
        setTrials((before) => [...before.filter((other) => other.model !== trial.model), trial]);
        if (trial.problem && HOPELESS.includes(trial.problem.trouble)) return;
      }
    },
    onError: refused,
    onSettled: () => setAsked(null),
  });

  // What is there is asked for the rest of its models; what was found nearby is tried without further ado.
  const { mutate: look } = looking;
  const { mutate: attempt } = trying;
  const [first] = useState({ connection, models: chosen.map(wireName) });
  useEffect(() => {
    isOpen.current = true;
    if (start.provider) look(first.connection);
    if (start.nearby) attempt({ to: first.connection, models: first.models });
    return () => {
      isOpen.current = false;
    };
  }, [start, first, look, attempt]);

  const isTried = trials.some((trial) => trial.ok && chosen.some((model) => wireName(model) === trial.model));
  return {
    step,
    connection,
    kept,
    taken,
    offered,
    chosen,
    trials,
    problem,
    looking,
    /** The model that is asked now. */
    trying: asked,
    isTried,
    /** Tried, or reached as it was before. */
    isSaveable: isTried || isSame(connection, kept),
    isSaving: change.isPending,
    setupOf: setupIn(connection.name),
    choose(kind: ProviderKind) {
      setConnection(connectionTo(kind));
      setChosen([]);
      setStep("connect");
    },
    useNearby(nearby: NearbyServer) {
      const to = connectionTo("openai_compatible", nearby);
      const models = begunWith(nearby, to);
      setConnection(to);
      setOffered(listed(nearby.models));
      setChosen(models);
      setStep("models");
      attempt({ to, models: models.map(wireName) });
    },
    /** What was found out so far is of another connection. */
    connect(changed: Partial<Connection>) {
      setConnection({ ...connection, ...changed });
      setTrials([]);
      setProblem(null);
      looking.reset();
    },
    look: () => look(connection),
    goOn: () => setStep("models"),
    choosing(models: ModelSetup[]) {
      setChosen(models);
      setProblem(null);
    },
    back() {
      setProblem(null);
      looking.reset();
      setStep(step === "models" ? "connect" : "kind");
    },
    tryAll() {
      setProblem(null);
      setTrials([]);
      attempt({ to: connection, models: chosen.map(wireName) });
    },
    save() {
      setProblem(null);
      const { name } = connection;
      /** A model that no tier asks answers nobody. */
      const said = ({ tiers }: ModelsSetup) => (TIERS.some((tier) => tiers[tier].some((one) => chosen.some((model) => model.name === one))) ? words.saved(name) : words.savedUnused(name));
      const body = providerOf(connection, chosen, kept?.shared ?? false);
      change.mutate(
        { method: "PUT", path: `providers/${encodeURIComponent(name)}`, body, said },
        { onSuccess: close, onError: refused },
      );
    },
  };
}
