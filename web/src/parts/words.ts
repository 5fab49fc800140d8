import { defineWords } from "../i18n/words";

export const partsWords = defineWords(
  {
    copy: "Copy",
    copied: "Copied",
    close: "Close",
    cancel: "Cancel",
    retry: "Try again",
    unreachable: "The server cannot be reached. Nothing was lost; try again when the connection is back.",
    traceOf: (id: string) => `Trace ${id}`,
    gone: "This is not there any more. It may have been deleted.",
    notAllowed: "Your role does not allow this. Ask an owner or admin.",
    more: "Show more",
    exportCsv: "Export CSV",
    numbers: "Numbers",
    loading: "Loading…",
  },
  {
    copy: "Copiar",
    copied: "Copiado",
    close: "Cerrar",
    cancel: "Cancelar",
    retry: "Reintentar",
    unreachable: "No se puede llegar al servidor. No se perdió nada; inténtalo cuando vuelva la conexión.",
    traceOf: (id) => `Traza ${id}`,
    gone: "Esto ya no existe. Puede que se haya borrado.",
    notAllowed: "Tu rol no lo permite. Pídeselo a un propietario o administrador.",
    more: "Mostrar más",
    exportCsv: "Exportar CSV",
    numbers: "Cifras",
    loading: "Cargando…",
  },
);
