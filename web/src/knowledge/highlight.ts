// Highlights come as HTML with `<em>` around words. Nothing of it is given to the browser as HTML: it is cut at the
// marks, and what is between them is text.
export interface Lit {
  text: string;
  isHit: boolean;
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };

export function litPieces(html: string): Lit[] {
  const pieces: Lit[] = [];
  let isHit = false;
  for (const part of html.split(/(<\/?em>)/)) {
    if (part === "<em>") isHit = true;
    else if (part === "</em>") isHit = false;
    else if (part) pieces.push({ text: part.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (name) => ENTITIES[name] ?? name), isHit });
  }
  return pieces;
}
