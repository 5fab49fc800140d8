// Parts of the chat that come when they are needed: who opens a new chat waits for none of them.
import { lazy } from "react";
import { persistently } from "../parts/persistently";

/** Turns, with all that shows what was said in them. */
export const loadTurns = () => persistently(() => import("./Turn"));
export const TurnView = lazy(() => loadTurns().then((module) => ({ default: module.TurnView })));

/** The sources beside a conversation. */
export const loadSources = () => persistently(() => import("./SourcePanel"));
export const SourcePanel = lazy(() => loadSources().then((module) => ({ default: module.SourcePanel })));
