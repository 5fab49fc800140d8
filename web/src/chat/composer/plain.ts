/** Lower case without accents, so that “pagina” finds “Página”. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
