// Where a house is made one's own, besides the first steps.
export type ViewName = "organisation" | "assistants" | "mcp" | "tenants";

interface View {
  name: ViewName;
  href: string;
  needs: string;
  /** Only for those who run the installation. */
  isOfInstallation?: boolean;
}

const VIEWS: readonly View[] = [
  { name: "organisation", href: "/admin/organisation", needs: "assistants:manage" },
  { name: "assistants", href: "/admin/assistants", needs: "audit:read" },
  { name: "mcp", href: "/admin/mcp", needs: "assistants:manage" },
  { name: "tenants", href: "/admin/tenants", needs: "users:manage", isOfInstallation: true },
];

export function viewsFor(may: (permission: string) => boolean, runsInstallation: boolean): View[] {
  return VIEWS.filter(({ needs, isOfInstallation = false }) => may(needs) && (runsInstallation || !isOfInstallation));
}
