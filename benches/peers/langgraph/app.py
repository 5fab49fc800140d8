"""The same agent in LangGraph: FastAPI, `create_agent`, two tools, checkpoints in SQLite, a bearer token.

POST /turn {"message": "…", "thread": "…"?} -> {"thread", "answer", "tool_calls"}; a new thread unless one is named.

Environment: UPSTREAM (URL), DATABASE (file), KEY (token), TOOLS (`local` or `http`), DURABILITY (`async`, LangGraph's
default: a step's checkpoint is written while the next step runs; or `sync`: before it runs).
"""

import json
import os
import secrets
import uuid
from contextlib import asynccontextmanager

import httpx
from fastapi import Depends, FastAPI, HTTPException, Request
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from pydantic import BaseModel

UPSTREAM = os.environ["UPSTREAM"]
DATABASE = os.environ["DATABASE"]
KEY = os.environ["KEY"]
TOOLS = os.environ["TOOLS"]
DURABILITY = os.environ["DURABILITY"]
PROMPT = "You answer for a shop. Look up the price and the stock before you answer."


def local_tools():
    @tool
    async def lookup_price(item: str) -> str:
        """The price of an item."""
        return json.dumps({"item": item, "price_cents": 1299, "currency": "EUR"})

    @tool
    async def lookup_stock(item: str) -> str:
        """How many of an item are in stock."""
        return json.dumps({"item": item, "in_stock": 7, "warehouse": "north"})

    return [lookup_price, lookup_stock]


def http_tools(client):
    @tool
    async def lookup_price(item: str) -> str:
        """The price of an item."""
        reply = await client.get("/tools/price", params={"item": item})
        return reply.raise_for_status().text

    @tool
    async def lookup_stock(item: str) -> str:
        """How many of an item are in stock."""
        reply = await client.get("/tools/stock", params={"item": item})
        return reply.raise_for_status().text

    return [lookup_price, lookup_stock]


@asynccontextmanager
async def lifespan(app):
    async with (
        httpx.AsyncClient(base_url=UPSTREAM, timeout=30) as client,
        AsyncSqliteSaver.from_conn_string(DATABASE) as saver,
    ):
        await saver.setup()
        # Said, not hoped for: an acknowledged turn survives a power cut, as it does in Conserje. `setup` chose WAL.
        await saver.conn.execute("PRAGMA synchronous = FULL")
        await saver.conn.execute("PRAGMA busy_timeout = 10000")
        model = ChatOpenAI(
            model="bench", base_url=f"{UPSTREAM}/v1", api_key="sk-upstream", timeout=60, max_retries=0, temperature=0
        )
        tools = {"local": local_tools, "http": lambda: http_tools(client)}[TOOLS]()
        app.state.agent = create_agent(model, tools, system_prompt=PROMPT, checkpointer=saver)
        yield


app = FastAPI(lifespan=lifespan)


def authorised(request: Request):
    given = request.headers.get("authorization", "")
    if not secrets.compare_digest(given.encode(), f"Bearer {KEY}".encode()):
        raise HTTPException(401, "wrong key")


class Turn(BaseModel):
    message: str
    thread: str | None = None


@app.get("/health")
async def health():
    return {"ok": True}


@app.post("/turn", dependencies=[Depends(authorised)])
async def turn(asked: Turn):
    thread = asked.thread or str(uuid.uuid4())
    end = await app.state.agent.ainvoke(
        {"messages": [{"role": "user", "content": asked.message}]},
        {"configurable": {"thread_id": thread}},
        durability=DURABILITY,
    )
    calls = sum(message.type == "tool" for message in end["messages"])
    return {"thread": thread, "answer": end["messages"][-1].content, "tool_calls": calls}
