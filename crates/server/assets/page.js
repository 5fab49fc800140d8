// The one-time link's token is behind '#', so that it reaches this page and no log.
const form = document.getElementById("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [problem, button] = [document.getElementById("problem"), document.getElementById("button")];
  problem.textContent = "";
  button.disabled = true;
  try {
    const response = await fetch("/api/auth/link", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: location.hash.slice(1), password: document.getElementById("password").value }),
    });
    const reply = await response.json();
    if (!response.ok) throw new Error(reply.detail);
    // Without the used-up token in the history.
    location.replace("/");
  } catch (error) {
    problem.textContent = error.message;
    button.disabled = false;
  }
});
