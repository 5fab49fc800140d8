import { Button } from "@mantine/core";
import { IconBolt } from "@tabler/icons-react";
import type { ModelsSetup, NearbyServer } from "../../api/types";
import { useWords } from "../../i18n/language";
import classes from "./Models.module.css";
import { useNearby } from "./useSetup";
import { modelWords } from "./words";

/** Model servers that run on the machine already and are not set up yet. */
export function Nearby({ setup, use }: { setup: ModelsSetup; use: (server: NearbyServer) => void }) {
  const words = useWords(modelWords);
  const found = useNearby(setup.isInstallation);
  const names: Record<string, string> = words.nearbyNames;
  const unused = found.filter((server) => !setup.providers.some((provider) => provider.baseUrl === server.baseUrl));
  return unused.map((server) => {
    const name = names[server.name] ?? server.name;
    return (
      <div key={server.baseUrl} className={classes.nearby} role="status">
        <IconBolt size={18} />
        <span>{words.nearby(name, server.models.length)}</span>
        <Button size="compact-sm" aria-label={words.useNamed(name)} onClick={() => use(server)}>
          {words.use}
        </Button>
      </div>
    );
  });
}
