export default function KnowledgePage() {
  return null;
}
