export default function OperatePage() {
  return null;
}
