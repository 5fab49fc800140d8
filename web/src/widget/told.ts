/** What the page of the business and the frame tell each other. */
export interface Told {
  conserje: "close" | "news" | "shown";
}
