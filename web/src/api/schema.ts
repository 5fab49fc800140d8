// Made by `npm run types` from the server's OpenAPI contract. Not edited by hand.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/api/v1/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What RFC 9728 has a protected resource say of itself. Keys are made here, not by a server for them. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Protected resource metadata */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the caller's password; every other login of theirs ends.
         * @description Needs `account:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangePasswordRequest"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The agents behind the assistants.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits for a decision, the oldest first: the caller's own, or everybody's for those who decide for others.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApprovalsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{id}/respond": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decides, once. The same decision again changes nothing; another one is an error.
         * @description Needs `sessions:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DecisionRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DecisionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The assistants that can be asked, as people know them.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Who would answer a message that opens a conversation, and why. Nobody is asked, and nothing is kept.
         * @description Needs `sessions:read`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChooseRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChooseReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The assistants that the tenant made itself.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Begins an assistant: a draft, which answers nobody until it is put live.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateAssistantRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantDetailReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of them with its files, and what is wrong with it.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantDetailReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Takes it out of force and out of the list; whom it stood in for answers again. Its versions stay on record.
         * @description Needs `assistants:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keeps a draft, with its faults: what is wrong with it keeps it from going live, not from being kept.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaveDraftRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantDetailReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Throws a draft away; what is live stays.
         * @description Needs `assistants:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/evals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks it what its `evals` hold: who answers what, and whether answers show what they must. It may take minutes.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantEvalsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its folder as a zip.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A zip of the pack folder */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": number[];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a zip of a pack folder as the draft; an assistant that is not there is begun.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/octet-stream": number[];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantDetailReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts the draft live: it answers from the next message on.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GoLiveRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantDetailReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was live, the latest first.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetupVersionsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A version with its files.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                    version: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantVersionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/own/{name}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts an earlier version live again, as a new one.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                    version: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnAssistantDetailReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every tool that an agent can be given.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantToolsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assistants/voice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a model is told of a voice, and what a text breaks of it. Nothing is kept.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LookAtVoiceRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoiceReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/asyncapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The Socket.IO channel, as an `AsyncAPI` document. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Walks the hash chain of every session of the tenant, or of one.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description A session's id; all of the tenant's unless told. */
                    session?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerifyReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Uses a one-time link up: chooses a password and signs in. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RedeemLinkRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoginReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a browser in. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoginRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoginReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs this browser out.
         * @description Needs `account:read`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs the caller out of every browser.
         * @description Needs `account:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the caller is and what they may do.
         * @description Needs `account:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AccountReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's channels.
         * @description Needs `channels:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Connects a channel. Its provider is to be told the `webhookUrl` of the reply.
         * @description Needs `channels:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateChannelRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One channel.
         * @description Needs `channels:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Disconnects a channel. What was said through it stays in its conversations; what waits to be sent does not.
         * @description Needs `channels:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Says something else of a channel, or switches it off and on.
         * @description Needs `channels:manage`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateChannelRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/channels/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What went out through a channel or is to, the latest first.
         * @description Needs `channels:manage`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only those that got this far. */
                    status?: "queued" | "sent" | "delivered" | "read" | "failed";
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeliveriesReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a message that was given up on a new set of attempts.
         * @description Needs `channels:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeliveryReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the provider whether it knows the channel. Nobody is sent anything.
         * @description Needs `channels:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelTestReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a provider that asks whether this is the channel's address. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What it was asked */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": unknown;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Takes what a provider delivers, signed with the channel's secret. The same delivery again is taken once. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                /** @description It is durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's sessions, the latest first.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Words to find in titles and messages; case and accents do not matter. */
                    q?: string;
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Makes a session.
         * @description Needs `sessions:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSessionRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One session and what is going on in it.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Deletes a session: gone from every list at once, its content erased for good later.
         * @description Needs `sessions:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Gives a session another title, or keeps it at the top of the list.
         * @description Needs `sessions:write`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateSessionRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/chat/sessions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stops the session's running turn. What was said by then stays.
         * @description Needs `sessions:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CancelReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events in order.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; everything unless told. */
                    after?: number;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything after a number, and then what comes. Each event's `id` is the number to resume after.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; `Last-Event-ID` outranks it. */
                    after?: number;
                };
                header?: {
                    "Last-Event-ID"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events; `data` is an event */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["EventWire"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A session as a file.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description `json` unless told, or `markdown`.
                     * @example markdown
                     */
                    format?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session, as a file */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ExportReply"];
                        "text/markdown": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages in order, with what they rest on.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; everything unless told. */
                    after?: number;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Sends a message; its turn then runs whether or not anybody listens.
         * @description Needs `sessions:write`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Answer when the turn has ended, with all its events, instead of at once. */
                    wait?: boolean;
                };
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendMessageRequest"];
                };
            };
            responses: {
                /** @description With `wait`: the turn has ended */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SendMessageReply"];
                    };
                };
                /** @description The message is durable and will be answered */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SendMessageReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/messages/{messageId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Says what the caller thinks of an answer, in place of what they said before.
         * @description Needs `sessions:write`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    messageId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FeedbackRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FeedbackReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Takes it back.
         * @description Needs `sessions:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    messageId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The links of a session that still work.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SharesReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Makes a link that opens the session to whoever has it, read-only.
         * @description Needs `sessions:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateShareRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedShareReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a link.
         * @description Needs `sessions:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    shareId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/sessions/{id}/turns/{turnId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a turn went: which models and tools it used when, and where a person was waited for.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    turnId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TraceReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs `knowledge:read`. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** @description Needs `knowledge:write`. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCollectionRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes an empty collection.
         * @description Needs `knowledge:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** @description Needs `knowledge:write`. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateCollectionRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CollectionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projections that were given up on.
         * @description Needs `jobs:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeadLettersReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dead-letters/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives every dead letter of the tenant another round.
         * @description Needs `jobs:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RetriedReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What begins on these days, whatever became of it.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query: {
                    /** @description `2026-11-18`, by each branch's clock. */
                    from: string;
                    /** @description The last day; the first unless told. At most 62 days. */
                    to?: string;
                    branch?: string;
                    staff?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Books for a customer.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDeskAppointmentRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskSlotProblem"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One appointment, with all that happened to it.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentFileReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}/arrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whoever has this appointment today came.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an appointment that is to come; its customer is told where they last wrote.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * It took place. What that earns, it earns once; it is not taken back.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The customer will come: somebody says so for them.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves an appointment that is to come; its customer is told where they last wrote.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MoveDeskAppointmentRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskSlotProblem"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/appointments/{id}/no-show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Nobody came.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is blocked on these days.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query: {
                    /** @description `2026-11-18`, by each branch's clock. */
                    from: string;
                    /** @description The last day; the first unless told. At most 62 days. */
                    to?: string;
                    branch?: string;
                    staff?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskBlocksReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Keeps somebody's time, or a branch's, free of bookings. Where something is booked already, the answer names it.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDeskBlockRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskBlockDone"];
                    };
                };
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskBlockProblem"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/blocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * The time can be booked again.
         * @description Needs `desk:work`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskChangedReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/business": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the tenant's front desk has.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Takes a business over from its files, whole or not at all; every fault is named with its line. What is booked, ordered
         *     and earned stays.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ImportBusinessRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that the business says of itself, each piece with its version.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCatalogueReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/catalogue/{section}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Adds a piece or changes one. `section` is business, branches, staff, services, policies, facts or menu; the body is as in
         *     the business's files. Who changes one says in `If-Match` which version they saw.
         * @description Needs `desk:work`.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: string | null;
                };
                path: {
                    section: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskPieceReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Takes a piece away, if nothing needs it.
         * @description Needs `desk:work`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: string | null;
                };
                path: {
                    section: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskChangedReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom the business serves, whoever was last heard of first; at most 200.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description A piece of the name, email or phone. */
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCustomersReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Makes somebody a customer. Where their telephone is known already, the answer says whose it is.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDeskCustomerRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCustomerDone"];
                    };
                };
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCustomerProblem"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Somebody, with what they booked, ordered and earned.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCustomerFileReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Says what is known of somebody. With `If-Match` only if nobody changed it since.
         * @description Needs `desk:work`.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EditDeskCustomerRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCustomerDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/customers/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives tokens or takes them, and says why.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskTokensRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskCustomerDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When branches are open and people work there.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query: {
                    /** @description `2026-11-18`, by each branch's clock. */
                    from: string;
                    /** @description The last day; the first unless told. At most 62 days. */
                    to?: string;
                    branch?: string;
                    staff?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskDaysReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/demos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invented businesses that come with the program.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskDemosReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Takes over one of the invented businesses, where there is none yet.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskDemoRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * `desk:changed` for every appointment, order, customer, block, wish to wait or part of the business that changed. What was missed is in the
         *     lists.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["DeskEvent"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The business as files that `PUT /api/desk/business` and `conserje desk import` take.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportBusinessRequest"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is under way, and what was over within a day; the soonest to be ready first.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description All unless told. */
                    status?: "placed" | "preparing" | "ready" | "out_for_delivery" | "picked_up" | "completed" | "void";
                    branch?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskOrdersReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Takes an order, on the telephone or at the counter. It costs what the menu says, and what there is not is not sold.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDeskOrderRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskOrderDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order, with all that happened to it.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskOrderFileReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/orders/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves an order on its way. Steps may be left out, not gone back: that is `POST /api/desk/undo`. What a paid order earns,
         *     it earns once.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MoveDeskOrderRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskOrderDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Free times, once for each who could do it.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query: {
                    from: string;
                    to?: string;
                    branch?: string;
                    service?: string;
                    staff?: string;
                    /** @description An appointment that is to be moved: it does not stand in its own way. */
                    moving?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskSlotsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes back what an assistant or somebody of the staff did, if it was not long ago and nothing stands against it.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskUndoRequest"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who waits, whoever asked first, each with the first time that fits and is free now.
         * @description Needs `desk:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskWaitingListReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Puts somebody on the waiting list.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDeskWaitingRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskWaitingDone"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/waiting/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Takes somebody off the waiting list who does not wait any more.
         * @description Needs `desk:work`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskChangedReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/waiting/{id}/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Books what somebody waited for, and takes them off the list.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ServeDeskWaitingRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskSlotProblem"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/desk/walk-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Books for somebody who is there, from the last step of the calendar on, with whoever is free.
         * @description Needs `desk:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskWalkInRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskAppointmentDone"];
                    };
                };
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskSlotProblem"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's events, of all sessions, in the order in which they became durable.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; everything unless told. */
                    after?: number;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FeedReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the people of the tenant think of answers, the latest first.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Both unless told. */
                    rating?: "up" | "down";
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FeedbackListReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's files, the latest first.
         * @description Needs `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only those of this collection. */
                    collection?: string;
                    /** @description Only those that are this far. */
                    status?: "pending" | "queued" | "processing" | "completed" | "failed";
                    /** @description Only those whose name holds this, whatever the case and accents. */
                    name?: string;
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FilesReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far files are, as it happens: `file:processing_progress`, `file:processing_completed` and
         *     `file:processing_failed`. What was missed is in `GET /api/files`.
         * @description Needs `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["FileProgress"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes up to 20 files as `multipart/form-data`. Each is kept or refused by itself; those kept wait to be read.
         * @description Needs `knowledge:write`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The collection that the files go to; one called `default` unless told. */
                    collection?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["UploadForm"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs `knowledge:read`. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Deletes the file with all that was made from it, and the files that were inside it.
         * @description Needs `knowledge:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Moves the file to another collection.
         * @description Needs `knowledge:write`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateFileRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/files/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the file was cut into.
         * @description Needs `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The first chunk, from 0. */
                    from?: number;
                    /** @description How many; 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChunksReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file as it was uploaded. Always as a download: what is in it is not ours to run in a browser.
         * @description Needs `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The bytes of the file */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": number[];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{id}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the file again, as when it had just arrived.
         * @description Needs `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was read from the file.
         * @description Needs `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileTextReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guard/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would be masked, flagged or refused in a text, and by which rule. Nothing is kept.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TryGuardRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GuardTriedReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Conversations in which a person was asked for.
         * @description Needs `inbox:work`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Which ones; `open` unless told. */
                    filter?: "open" | "mine" | "closed";
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the inbox stands, and then every change of it.
         * @description Needs `inbox:work`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events `inbox`; `data` says how many wait */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["InboxNews"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of them, with what colleagues noted.
         * @description Needs `inbox:work`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EscalationDetail"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says who is to see to it, or that nobody in particular is.
         * @description Needs `inbox:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AssignRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EscalationReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Nobody needs to see to it any more. A conversation that somebody has is given back.
         * @description Needs `inbox:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EscalationReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The conversation itself: its events, in order.
         * @description Needs `inbox:work`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; everything unless told. */
                    after?: number;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The conversation itself: everything after a number, and then what comes.
         * @description Needs `inbox:work`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; `Last-Event-ID` outranks it. */
                    after?: number;
                };
                header?: {
                    "Last-Event-ID"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events; `data` is an event */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["EventWire"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/give-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a conversation back to its agents, who go on from all that was said, and closes it.
         * @description Needs `inbox:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EscalationReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notes something for colleagues: no model and no customer is told.
         * @description Needs `inbox:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NoteRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NoteReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says something to the customer, in a conversation that the caller has taken.
         * @description Needs `inbox:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OperatorReplyRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorReplyReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a conversation over from its agents: from here on the caller answers. A turn that runs is stopped.
         * @description Needs `inbox:work`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EscalationReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's jobs, the latest first.
         * @description Needs `jobs:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description All unless told. */
                    state?: "queued" | "running" | "done" | "dead";
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JobsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a dead job a new set of attempts.
         * @description Needs `jobs:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JobReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's keys; everybody's for those who run the tenant.
         * @description Needs `keys:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeysReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Makes a key for the caller.
         * @description Needs `keys:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApiKeyRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedApiKeyReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a key; streams that it opened end within seconds.
         * @description Needs `keys:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The servers that the tenant lists.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["McpServersReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Lists a server. None of its tools is used before it is approved.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["McpServerRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["McpServerReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Takes a server off the list, with its token and what was approved of it.
         * @description Needs `assistants:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{name}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets assistants use tools, as they were seen: one that is something else by now is refused, and the others with it.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["McpApproveRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["McpToolsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp/servers/{name}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a server offers at this moment, and what of it is approved. Asks the server.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["McpToolsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models and tiers in force, and whether calls get through to them.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/nearby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Model servers on the machine itself, at their usual ports. Empty unless the tenant runs the installation.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NearbysReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/offered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks a provider which models it has. Nothing is kept.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TryProviderRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OfferedModelsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/providers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Adds a provider, or replaces what is said of it and of its models. The first one answers at once.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProviderRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsSetupReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Takes a provider away with its models and its key.
         * @description Needs `assistants:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsSetupReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same with the providers behind them and what the tenant set up itself.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsSetupReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Says which models each tier asks, in this order. All empty: those of the installation again.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TiersReply"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsSetupReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks a model for a sentence: whether it answers, and how fast. Nothing is kept.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TryProviderRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TryModelReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was set up before, the latest first.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetupVersionsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts an earlier version in force again. A key is not part of a version: it stays only where the address is the same.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    version: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsSetupReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operate/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions of everybody in the tenant, the latest first, deleted ones too.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionRecordsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operate/sessions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of anybody's session in the tenant.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what comes after this number; everything unless told. */
                    after?: number;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The packs there are.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PacksReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/packs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enables a pack or not, and says how it is to speak. It holds from the next message on.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PackChoiceRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PackReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rag-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks, and hears the answer word by word: `tool_status`, `thinking`, `token`, then `done` or `error`. The turn goes on if
         *     the connection ends.
         * @description Needs `models:use`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RagAgentRequest"];
                };
            };
            responses: {
                /** @description Server-sent events; `x-thread-id` is the session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["RagAgentEvent"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rag-agent/{threadId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Joins the session's latest turn: from where it was last taken up, or after `Last-Event-ID`, to its end.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    "Last-Event-ID"?: string | null;
                };
                path: {
                    threadId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events, as of `POST /api/rag-agent` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["RagAgentEvent"];
                    };
                };
                /** @description The session has no turn yet */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rag-pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks with a conversation that the client keeps: `stage`, `token`, then `done` or `error`. Each request is a
         *     session of its own.
         * @description Needs `models:use`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RagPipelineRequest"];
                };
            };
            responses: {
                /** @description Server-sent events; `x-thread-id` is the session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["RagPipelineEvent"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Searches the tenant's documents.
         * @description Needs `knowledge:read`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SearchRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SearchReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The name of the tenant, its language, how people are addressed, how it looks, what is on.
         * @description Needs `account:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes them. It holds from the next message on.
         * @description Needs `assistants:manage`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateSettingsRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/settings/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was changed of the whole set-up, by whom and when, the latest first.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description All unless told. */
                    part?: "models" | "assistant" | "pack" | "settings" | "site" | "channel" | "mcp_server" | "api_key" | "user" | "tenant";
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @description 1 to 200, 50 unless told. */
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetupChangesReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's picture.
         * @description Needs `account:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A PNG, JPEG or WebP */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": number[];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Takes a picture to stand for the tenant, in the page and in its widgets: PNG, JPEG or WebP, at most 256 kB.
         * @description Needs `assistants:manage`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/octet-stream": number[];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Takes the picture away.
         * @description Needs `assistants:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was changed, the latest first.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetupVersionsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts what was said before in force again; the picture is not part of it.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    version: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a link opens. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SharedSessionReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's sites.
         * @description Needs `assistants:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SitesReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Makes a site, whose pages may show the widget.
         * @description Needs `assistants:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSiteRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SiteReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Takes a site away; its visitors' conversations stay.
         * @description Needs `assistants:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Changes a site.
         * @description Needs `assistants:manage`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateSiteRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SiteReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/synonyms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs `knowledge:read`. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SynonymsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /**
         * Says which other words are looked for when a term is asked for; none removes the term.
         * @description Needs `knowledge:write`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SynonymsOfTerm"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every tenant of the installation.
         * @description Needs `users:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TenantsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Makes a tenant with an owner, and a link with which they choose a password.
         * @description Needs `users:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateTenantRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedTenantReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tools that the caller may call without an assistant: those of their assistants that only look things up, and for who
         *     works at the front desk its acts too.
         * @description Needs `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolsReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calls a tool as a model would. Made again with the same key, what was done is told again.
         * @description Needs `knowledge:read`.
         */
        post: {
            parameters: {
                query?: {
                    /** @description The session that the call belongs to: whose appointments, whose order. `sessionId` of a call before it. */
                    session?: string;
                };
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the tenant used of models.
         * @description Needs `audit:read`.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description The first day, `2026-11-01`; 30 days before the last unless told.
                     * @example 2026-11-01
                     */
                    from?: string;
                    /**
                     * @description The last day; today unless told. Days are those of UTC.
                     * @example 2026-11-16
                     */
                    to?: string;
                    /**
                     * @description `day` unless told.
                     * @example model
                     */
                    by?: "day" | "model" | "agent" | "user";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people of the tenant.
         * @description Needs `users:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsersReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Lets somebody in.
         * @description Needs `users:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateUserRequest"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes a role, or lets somebody in or out.
         * @description Needs `users:manage`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateUserRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/users/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a link that lets somebody in once, and to set a password.
         * @description Needs `users:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OneTimeLinkReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/copilot/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks, and hears the answer with its thoughts: `mode`, `thinking`, `chunk`, then `done` or `error`.
         * @description Needs `models:use`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CopilotRequest"];
                };
            };
            responses: {
                /** @description Server-sent events; `x-thread-id` is the session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["CopilotEvent"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The Model Context Protocol over Streamable HTTP: one JSON-RPC message per request.
         * @description Needs `knowledge:read`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            responses: {
                /** @description A JSON-RPC response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, never>;
                    };
                };
                /** @description A notification was taken */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the widget of a site looks. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WidgetReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/{id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of the business whose site it is. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A PNG, JPEG or WebP */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": number[];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/{id}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes whoever opens the widget for the first time a guest of the business, known by a token. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VisitReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/apple-touch-icon.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What telephones ask for by themselves. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the page is made of. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API's description for people. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                303: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API's description for people. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an error code means and what to do about it: a page, or its Markdown for whoever asks for that. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file of that page. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/favicon.ico": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What browsers ask for by themselves. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether requests can be served, and by what. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HealthReply"];
                    };
                };
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HealthReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/icons/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Its icons. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this server is, for programs that read: where its API, its documentation and its MCP door are. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifest.webmanifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the page looks as an application of its own. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/manifest+json": Record<string, never>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counters for Prometheus; nothing in them names a tenant. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plain.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How those pages look. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/css": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether requests can be served, and by what. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HealthReply"];
                    };
                };
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HealthReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/robots.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What may be indexed of this server. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/try/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page such as a business has, with the widget of a site on it: to try it as a customer. Only for sites that may be
         *     shown on this server's own pages.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `es` or `en`; what the browser asks for unless told. */
                    language?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers a conversation, as a whole or, with `stream`, word by word.
         * @description With an assistant as `model`, a turn is run in a session of its own, which `x-session-id` names; the
         *     assistant uses its own tools, and its own rules stand above `system` messages. With a model or a tier, the
         *     request is passed on: tools are called by whoever asked. `top_p`, penalties and `seed` are not passed on.
         *
         *     Needs `models:use`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatCompletionRequest"];
                };
            };
            responses: {
                /** @description The answer; with `stream`, server-sent chunks that end with `[DONE]` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatCompletion"];
                        "text/event-stream": components["schemas"]["ChatCompletionChunk"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Assistants and models, as OpenAI's clients list them.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelsListReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of them. A slash in its name is written %2F.
         * @description Needs `sessions:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelReply"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers, as a whole or, with `stream`, word by word.
         * @description With an assistant as `model`, a turn is run in a session, which is kept; `previous_response_id` goes on in
         *     the session of that response. With a model or a tier, the request is passed on and nothing is kept but what
         *     it used: tools are called by whoever asked.
         *
         *     Needs `models:use`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResponseRequest"];
                };
            };
            responses: {
                /** @description The answer; with `stream`, server-sent events that end with the whole of it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Response"];
                        "text/event-stream": components["schemas"]["Response"];
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiErrorReply"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widget.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The script that puts the widget on a page of the business. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/javascript": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widget/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The widget of a site, for a frame of a page that may show it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What a business says of the assistant it wants. */
        AboutAssistant: {
            business: string;
            does: string;
            escalates?: boolean;
            examples?: string[];
            language: components["schemas"]["LanguageWire"];
            makesAppointments?: boolean;
            serves: components["schemas"]["ServesWire"][];
            takesOrders?: boolean;
            title: string;
            tone: components["schemas"]["ToneWire"];
            usesDocuments?: boolean;
        };
        AccountReply: {
            /** @description For a signed-in browser only. */
            csrfToken?: string | null;
            /** @description What the caller may do, with the credential in use. */
            permissions: string[];
            tenantId: string;
            tenantName: string;
            tenantSlug: string;
            user: components["schemas"]["UserReply"];
        };
        /**
         * @description How people are addressed in Spanish.
         * @enum {string}
         */
        AddressName: "tu" | "usted";
        AgentFormWire: {
            /**
             * @description From which risk on a person is asked: `write`, `dangerous` or `never`.
             * @default null
             */
            approvals: string | null;
            /** @default  */
            description: string;
            /** @default null */
            dialogue: string | null;
            /**
             * Format: int32
             * @default null
             */
            handoffs: number | null;
            /**
             * Format: int32
             * @default null
             */
            iterations: number | null;
            /** @default  */
            name: string;
            /** @default  */
            prompt: string;
            /** @default false */
            readsDocuments: boolean;
            /**
             * Format: int32
             * @default null
             */
            steps: number | null;
            /**
             * Format: int32
             * @default null
             */
            thinkingBudget: number | null;
            /**
             * @description `fast`, `balanced` or `premium`.
             * @default null
             */
            tier: string | null;
            /** @default null */
            title: components["schemas"]["BilingualWire"] | null;
            /**
             * Format: int64
             * @default null
             */
            tokens: number | null;
            /** @default [] */
            tools: string[];
        };
        /** @description Who of an assistant may answer. */
        AgentReply: {
            description: string;
            /** @description Whether it answers whatever nobody else does. */
            isDefault: boolean;
            name: string;
            /** @description `fast`, `balanced` or `premium`. */
            tier: string;
            /** @description Names of the tools it may use. */
            tools: string[];
        };
        AgentsReply: {
            items: components["schemas"]["AgentReply"][];
            nextCursor?: string | null;
        };
        AnswerMissedReply: {
            answer: string;
            /** @description Tools that were not used, sources that were not cited, words that were not said. */
            missing: string[];
            text: string;
        };
        AnswerScoreReply: {
            of: number;
            right: number;
            wrong: components["schemas"]["AnswerMissedReply"][];
        };
        ApiErrorBody: {
            /** @description A code of the public error table, or one of OpenAI's. */
            code?: string | null;
            /** @description What happened and what to do about it. */
            message: string;
            /** @description The part of the request that it is about. */
            param?: string | null;
            /** @example invalid_request_error */
            type: string;
        };
        /** @description An error as OpenAI's clients read it. */
        ApiErrorReply: {
            error: components["schemas"]["ApiErrorBody"];
        };
        ApiKeyReply: {
            createdAt: string;
            expiresAt?: string | null;
            id: string;
            lastUsedAt?: string | null;
            name: string;
            /** @description The first characters of the key, to tell it by. */
            prefix: string;
            revokedAt?: string | null;
            scopes: string[];
            userId: string;
        };
        ApiKeysReply: {
            items: components["schemas"]["ApiKeyReply"][];
            nextCursor?: string | null;
        };
        /**
         * @description What became of an appointment. The first two are still to come.
         * @enum {string}
         */
        AppointmentStatus: "booked" | "moved" | "cancelled" | "completed" | "no_show";
        ApprovalReply: {
            args?: unknown;
            createdAt: string;
            expiresAt: string;
            id: string;
            /** @description `write` or `dangerous`. */
            risk: string;
            sessionId: string;
            status: components["schemas"]["ApprovalStatus"];
            summary?: string | null;
            toolName: string;
            turnId: string;
        };
        /**
         * @description What became of a question to a person.
         * @enum {string}
         */
        ApprovalStatus: "pending" | "approved" | "rejected" | "expired" | "cancelled";
        ApprovalsReply: {
            items: components["schemas"]["ApprovalReply"][];
            nextCursor?: string | null;
        };
        ArticleReply: {
            chapter?: string | null;
            law: string;
            number?: string | null;
            section?: string | null;
            title?: string | null;
        };
        AssignRequest: {
            /** @description Who is to see to it; null for nobody in particular. */
            userId?: string | null;
        };
        AssistantDraftReply: {
            madeAt: string;
            /** @description Nobody, if the machine's operator did it. */
            madeBy?: string | null;
            /** Format: int64 */
            revision: number;
        };
        /** @description What an assistant got right of what its `evals` hold. */
        AssistantEvalsReply: {
            answers: components["schemas"]["AnswerScoreReply"];
            routes: components["schemas"]["RouteScoreReply"];
        };
        AssistantFaultReply: {
            /** @description Of the form: `title`, `agents.0.tools`. */
            field?: string | null;
            file: string;
            line?: number | null;
            problem: string;
        };
        /** @description `pack.toml` and its prompts, as fields. What is no form's stays in the files as it is. */
        AssistantFormWire: {
            /** @default [] */
            agents: components["schemas"]["AgentFormWire"][];
            /**
             * @description How much what is found in a collection counts.
             * @default {}
             */
            collections: {
                [key: string]: number;
            };
            /**
             * @default {
             *       "en": "",
             *       "es": ""
             *     }
             */
            description: components["schemas"]["BilingualWire"];
            /**
             * @default {
             *       "en": [],
             *       "es": []
             *     }
             */
            examples: components["schemas"]["BilingualListWire"];
            /** @description The `[guard]` table: docs/guides/packs.md. */
            guard?: Record<string, never> | null;
            /** @default null */
            instructions: components["schemas"]["PackInstructions"] | null;
            /** @default false */
            needsBusiness: boolean;
            /** @default  */
            picture: string;
            /** @default false */
            readsDocuments: boolean;
            /**
             * @description `members`, `guests`.
             * @default []
             */
            serves: string[];
            /**
             * @default {
             *       "en": "",
             *       "es": ""
             *     }
             */
            title: components["schemas"]["BilingualWire"];
            /** @default null */
            voice: components["schemas"]["VoiceWire"] | null;
        };
        AssistantLiveReply: {
            madeAt: string;
            /** @description Nobody, if the machine's operator did it. */
            madeBy?: string | null;
            /** Format: int64 */
            version: number;
        };
        /** @description An assistant as people know it: how it is shown, whom it serves, what it can be asked. */
        AssistantReply: {
            /** @description Who of it may answer, with what is shown for each. */
            agents: components["schemas"]["TitleReply"][];
            description: string;
            examples: string[];
            /** @description Whether it can be asked as things are; a front desk cannot before a business is set up. */
            isReady: boolean;
            /** @description What messages and sessions call it. */
            name: string;
            /** @description An emoji. */
            picture: string;
            serves: components["schemas"]["ServedReply"][];
            /** @description In the caller's language, like all texts here. */
            title: string;
        };
        AssistantToolReply: {
            description: string;
            name: string;
            risk: components["schemas"]["McpToolRisk"];
            title: string;
        };
        /** @description Every tool that an agent can be given. */
        AssistantToolsReply: {
            items: components["schemas"]["AssistantToolReply"][];
            nextCursor?: string | null;
        };
        /** @description A version that was live, with its files. */
        AssistantVersionReply: components["schemas"]["SetupVersionReply"] & {
            files: {
                [key: string]: string;
            };
        };
        AssistantsReply: {
            items: components["schemas"]["AssistantReply"][];
            nextCursor?: string | null;
            /** @description Every tool that they may use. */
            tools: components["schemas"]["TitleReply"][];
        };
        /** @description A document that a question was asked with. */
        AttachmentWire: {
            fileId: string;
            fileName: string;
            /** @description Not all of it was read. */
            isCut: boolean;
            /** @description `attachment`, or `semantic_search` if it was found for the question. */
            source: string;
            /** @description In which form the model read it: `DIRECT_CONTENT`, `EXTRACTED_TEXT` or `RAG_CHUNKS`. */
            strategy: string;
        };
        BilingualListWire: {
            en: string[];
            es: string[];
        };
        BilingualWire: {
            en: string;
            es: string;
        };
        /** @description What a tenant's front desk has, by number. */
        BusinessReply: {
            branches: number;
            currency: string;
            facts: number;
            menuItems: number;
            name: string;
            policies: number;
            services: number;
            staff: number;
            /** @description The trade it is in: `dental`, `medical`, `restaurant`, … */
            vertical?: string | null;
        };
        /** @description Which turn was stopped. */
        CancelReply: {
            /** @description None if no turn was running. */
            turnId?: string | null;
        };
        ChangePasswordRequest: {
            /** Format: password */
            currentPassword: string;
            /**
             * Format: password
             * @description The password to sign in with from now on: 10 to 1024 characters.
             */
            newPassword: string;
        };
        /**
         * @description What a channel is a channel of.
         * @enum {string}
         */
        ChannelKind: "whatsapp" | "messenger" | "instagram" | "telegram" | "tiktok" | "webhook" | "vapi";
        /** @description A channel; its secrets are never told. */
        ChannelReply: {
            /**
             * Format: int64
             * @description Messages that came and are not dealt with yet.
             */
            arriving: number;
            createdAt: string;
            enabled: boolean;
            /**
             * Format: int64
             * @description Messages that did not get through.
             */
            failed: number;
            id: string;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            /** @description The names of the secrets that are set. */
            secrets: string[];
            settings: Record<string, never>;
            updatedAt: string;
            /**
             * Format: int64
             * @description Messages that are to go out.
             */
            waiting: number;
            /** @description What the provider is to be told. */
            webhookUrl: string;
        };
        /** @description Whether the provider answers to what was set. */
        ChannelTestReply: {
            detail: string;
            ok: boolean;
        };
        ChannelsReply: {
            items: components["schemas"]["ChannelReply"][];
            nextCursor?: string | null;
        };
        ChatCompletion: {
            choices: components["schemas"]["Choice"][];
            /** Format: int64 */
            created: number;
            id: string;
            model: string;
            /** @example chat.completion */
            object: string;
            usage: components["schemas"]["CompletionUsage"];
        };
        /** @description Borrows what all chunks of a stream have in common. */
        ChatCompletionChunk: {
            choices: components["schemas"]["ChunkChoice"][];
            /** Format: int64 */
            created: number;
            id: string;
            model: string;
            /** @example chat.completion.chunk */
            object: string;
            usage?: components["schemas"]["CompletionUsage"] | null;
        };
        ChatCompletionRequest: {
            /** @description Only false. */
            logprobs?: boolean | null;
            /** Format: int32 */
            max_completion_tokens?: number | null;
            /** Format: int32 */
            max_tokens?: number | null;
            messages: components["schemas"]["ChatMessage"][];
            /** @description Only `["text"]`. */
            modalities?: string[] | null;
            /**
             * @description An assistant, a model, or a tier: `fast`, `balanced`, `premium`.
             * @example assistant
             */
            model: string;
            /**
             * Format: int32
             * @description Only 1.
             */
            n?: number | null;
            /** @description `low`, `medium` or `high` lets a model think; nothing else does. */
            reasoning_effort?: string | null;
            response_format?: components["schemas"]["ResponseFormat"] | null;
            stop?: unknown;
            stream?: boolean | null;
            stream_options?: components["schemas"]["StreamOptions"] | null;
            /** Format: double */
            temperature?: number | null;
            /** @description `auto`, `none`, `required`, or a function by name. */
            tool_choice?: unknown;
            tools?: components["schemas"]["ChatTool"][] | null;
        };
        ChatFunction: {
            /** @description JSON, as the model wrote it. */
            arguments?: string;
            name: string;
        };
        ChatFunctionSpec: {
            description?: string | null;
            name: string;
            /** @description A JSON Schema of type object. */
            parameters?: unknown;
        };
        /** @description A message; which fields it has depends on its role. */
        ChatMessage: {
            content?: unknown;
            /** @description `system`, `developer`, `user`, `assistant` or `tool`. */
            role: string;
            tool_call_id?: string | null;
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
        };
        ChatReplyMessage: {
            content?: string | null;
            /** @description What the model thought, if it did. */
            reasoning_content?: string | null;
            refusal?: string | null;
            role: string;
            tool_calls?: components["schemas"]["ChatToolCall"][];
        };
        ChatTool: {
            function?: components["schemas"]["ChatFunctionSpec"] | null;
            type: string;
        };
        ChatToolCall: {
            function: components["schemas"]["ChatFunction"];
            id: string;
            type?: string;
        };
        Choice: {
            /** @description `stop`, `length` or `tool_calls`. */
            finish_reason: string;
            /** Format: int32 */
            index: number;
            logprobs?: unknown;
            message: components["schemas"]["ChatReplyMessage"];
        };
        /** @description Who would answer a message, and why. */
        ChooseReply: {
            agent: string;
            /** @description None where there are no packs. */
            assistant?: string | null;
            by: components["schemas"]["RoutedBy"];
            /** Format: float */
            confidence: number;
            intent: string;
            /** @description Rules that fired, words that weighed most, as `word:…`, and the assistant that was chosen, as `assistant:…`. */
            reasons: string[];
        };
        ChooseRequest: {
            /** @description Whichever fits unless told. */
            assistant?: string | null;
            message: string;
        };
        ChunkChoice: {
            delta: components["schemas"]["ChunkDelta"];
            finish_reason?: string | null;
            /** Format: int32 */
            index: number;
        };
        ChunkDelta: {
            content?: string | null;
            reasoning_content?: string | null;
            role?: string | null;
            tool_calls?: components["schemas"]["ChunkToolCall"][];
        };
        ChunkEvent: {
            /**
             * Format: int64
             * @description 0, 1, 2 …
             */
            index: number;
            text: string;
        };
        /** @description A piece of a document. */
        ChunkReply: {
            article?: components["schemas"]["ArticleReply"] | null;
            collectionId: string;
            description: string;
            /** Format: int64 */
            end: number;
            fileId: string;
            fileName: string;
            hasImages: boolean;
            hasTables: boolean;
            id: string;
            /**
             * Format: int32
             * @description From 0.
             */
            index: number;
            keywords: string[];
            kind: components["schemas"]["PassageKind"];
            /** Format: int32 */
            page?: number | null;
            refs: string[];
            sectionPath: string[];
            sectionTitle?: string | null;
            /** Format: int64 */
            start: number;
            text: string;
            /** Format: int32 */
            tokens: number;
        };
        ChunkToolCall: components["schemas"]["ChatToolCall"] & {
            index: number;
        };
        ChunksReply: {
            items: components["schemas"]["ChunkReply"][];
        };
        /** @description What an answer rests on. */
        CitationWire: {
            chunkId?: string | null;
            /** Format: int64 */
            end?: number | null;
            /** @description How to get at the document: `internal_api`, `oauth_proxy` or `external`. */
            fetchStrategy: string;
            /** @description None once the document is gone. */
            fileId?: string | null;
            fileName: string;
            isImage: boolean;
            /**
             * Format: int64
             * @description The number that the answer's text cites it by, `[1]`.
             */
            marker?: number | null;
            mimeType: string;
            /** Format: int64 */
            page?: number | null;
            quote?: string | null;
            /** Format: double */
            relevanceScore: number;
            /** @description The heading it stands under. */
            section?: string | null;
            sourceType: string;
            /** Format: int64 */
            start?: number | null;
            /** @description SHA-256 of the document's extracted text that `start` and `end` count characters in. */
            textHash?: string | null;
        };
        CollectionReply: {
            /** Format: int64 */
            chunkCount: number;
            createdAt: string;
            /** Format: int64 */
            fileCount: number;
            id: string;
            name: string;
            /** @description Whether guests, who write from outside, are answered from it. */
            public: boolean;
            /**
             * Format: double
             * @description What a score in it counts beside those of others; 1 is plain.
             */
            weight: number;
        };
        CollectionsReply: {
            items: components["schemas"]["CollectionReply"][];
        };
        CompletionUsage: {
            /** Format: int64 */
            completion_tokens: number;
            completion_tokens_details: components["schemas"]["OutputTokenDetails"];
            /** Format: int64 */
            prompt_tokens: number;
            prompt_tokens_details: components["schemas"]["InputTokenDetails"];
            /** Format: int64 */
            total_tokens: number;
        };
        ComponentReply: {
            detail: string;
            name: string;
            status: components["schemas"]["Health"];
        };
        /** @description In the words of the clients that speak this: `snake_case`. */
        CopilotDone: {
            /** @description The answer's message id, to give feedback on. */
            log_id?: string | null;
            /** @description Whether the turn waits for a decision. */
            paused?: boolean;
            session_id: string;
            tokens: components["schemas"]["CopilotTokens"];
            trace_id: string;
        };
        /** @description What `/api/v1/copilot/stream` sends. */
        CopilotEvent: components["schemas"]["ModeEvent"] | components["schemas"]["TextEvent"] | components["schemas"]["ChunkEvent"] | components["schemas"]["ToolStatusEvent"] | components["schemas"]["CopilotDone"] | components["schemas"]["ErrorEvent"];
        CopilotRequest: {
            /** @description Another name for `mode`. */
            agent?: string | null;
            /** @description Which assistant is to answer; the session's unless told, and whichever fits where it has none. */
            assistant?: string | null;
            /** @description Ids of files to ask it with; what they say goes before the question. */
            attachments?: string[];
            /** @description Whether documents that fit the question are searched for and go with it too. */
            enableAutoSemanticSearch?: boolean;
            message: string;
            /** @description Who is to answer; whoever fits unless told. */
            mode?: string | null;
            /** @description The session to go on with; a new one unless told. */
            sessionId?: string | null;
        };
        CopilotTokens: {
            /** Format: int64 */
            cached: number;
            /** Format: int64 */
            input: number;
            /** Format: int64 */
            output: number;
            /** Format: int64 */
            thinking: number;
            /**
             * Format: int64
             * @description Input and output.
             */
            total: number;
        };
        CreateApiKeyRequest: {
            /**
             * Format: int32
             * @description After so many days the key stops working; left out, it does not.
             */
            expiresInDays?: number | null;
            name: string;
            /** @description `chat`, `read`, `admin`: what the key may be used for, never more than its user may do. */
            scopes: string[];
        };
        /** @description Either a copy of another, or a new one from what is said of it. */
        CreateAssistantRequest: {
            about?: components["schemas"]["AboutAssistant"] | null;
            /** @description The assistant that it begins as a copy of. */
            from?: string | null;
            name: string;
        };
        CreateChannelRequest: {
            enabled?: boolean;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            secrets?: {
                [key: string]: string;
            };
            /** @description What the kind of channel needs, without secrets. */
            settings?: Record<string, never>;
        };
        CreateCollectionRequest: {
            name: string;
            /** Format: double */
            weight?: number;
        };
        CreateDeskAppointmentRequest: {
            branchId: string;
            customer?: components["schemas"]["DeskContact"] | null;
            /** @description Somebody known; or `customer`, for somebody new. */
            customerId?: string | null;
            notes?: string | null;
            serviceId?: string | null;
            /** @description Whoever is free, unless told. */
            staffId?: string | null;
            /**
             * @description By the branch's clock.
             * @example 2026-11-18T10:00
             */
            start: string;
        };
        /** @description Time in which nothing is to be booked. */
        CreateDeskBlockRequest: {
            /** @description By whose clock it is said. */
            branchId: string;
            /** @example 2026-11-18T12:00 */
            end: string;
            reason?: string | null;
            /** @description Somebody, wherever they work; the whole branch if nobody is named. */
            staffId?: string | null;
            /**
             * @description In whole five minutes, at most 14 days long.
             * @example 2026-11-18T10:00
             */
            start: string;
        };
        /** @description Somebody who is a customer from now on: at least a name, an email or a phone. */
        CreateDeskCustomerRequest: {
            email?: string | null;
            name?: string | null;
            /** @description For the staff; assistants are not told. */
            notes?: string | null;
            phone?: string | null;
        };
        /** @description An order that the staff take. What it costs the menu says. */
        CreateDeskOrderRequest: {
            /** @description Where it is brought, if it is. */
            address?: string | null;
            branchId: string;
            customer?: components["schemas"]["DeskContact"] | null;
            /** @description Somebody known; or `customer`, for somebody new. */
            customerId?: string | null;
            items: components["schemas"]["DeskOrderItem"][];
            kind: components["schemas"]["OrderKind"];
            /**
             * @description By the branch's clock; as soon as it can be if nothing is said.
             * @example 2026-11-18T14:30
             */
            time?: string | null;
        };
        /** @description Somebody who waits for a time that is not free. */
        CreateDeskWaitingRequest: {
            /** @description Any, unless told. */
            branchId?: string | null;
            customer?: components["schemas"]["DeskContact"] | null;
            /** @description Somebody known; or `customer`, for somebody new. */
            customerId?: string | null;
            /**
             * @description The first day that would do; today, unless told.
             * @example 2026-11-18
             */
            from?: string | null;
            notes?: string | null;
            /** @description Any, if none is named. A morning begins at 6, an afternoon at 12, an evening at 18. */
            parts?: components["schemas"]["DayPart"][];
            serviceId?: string | null;
            /** @description Whoever is free, unless told. */
            staffId?: string | null;
            /**
             * @description The last.
             * @example 2026-12-04
             */
            until: string;
            /** @description Any, if none is named. */
            weekdays?: components["schemas"]["WeekDay"][];
        };
        CreateSessionRequest: {
            /** @description Which assistant it is with; left out, that is chosen message by message. */
            assistant?: string | null;
            /** @description Left out, the first message names the session. */
            title?: string | null;
        };
        CreateShareRequest: {
            /**
             * Format: int32
             * @description How many hours the link works: 1 to 8760, a week unless told.
             */
            expiresInHours?: number | null;
        };
        CreateSiteRequest: {
            /** @description The tenant's own colour unless told, else `#0f766e`. */
            color?: string | null;
            greeting?: string;
            name: string;
            origins?: string[];
            title?: string;
        };
        CreateTenantRequest: {
            language: components["schemas"]["LanguageName"];
            name: string;
            /** @description The e-mail address of whoever is to own it. */
            owner: string;
            /** @description Short name in addresses. */
            slug: string;
        };
        CreateUserRequest: {
            /** Format: email */
            email: string;
            name: string;
            /**
             * Format: password
             * @description Left out, the reply of `conserje users link` lets them choose one.
             */
            password?: string | null;
            /** @description Not `guest`: guests come by themselves. */
            role: components["schemas"]["Role"];
        };
        CreatedApiKeyReply: {
            apiKey: components["schemas"]["ApiKeyReply"];
            id: string;
            /** @description The key itself, shown this once. */
            key: string;
        };
        CreatedShareReply: {
            id: string;
            share: components["schemas"]["ShareReply"];
            /** @description Opens the session read-only; shown this once. */
            url: string;
        };
        /** @description A tenant just made, and the link with which its owner chooses a password, shown this once. */
        CreatedTenantReply: components["schemas"]["TenantReply"] & {
            url: string;
        };
        /**
         * @description A part of a day that suits somebody.
         * @enum {string}
         */
        DayPart: "morning" | "afternoon" | "evening";
        /** @description A projection of an event that was given up on. */
        DeadLetterReply: {
            /** Format: int64 */
            attempts: number;
            deadAt: string;
            error: string;
            eventId: string;
            /** Format: int64 */
            sequenceNumber: number;
            sessionId: string;
        };
        DeadLettersReply: {
            items: components["schemas"]["DeadLetterReply"][];
            nextCursor?: string | null;
        };
        /** @enum {string} */
        Decision: "approve" | "reject";
        DecisionReply: {
            status: components["schemas"]["DecisionStatus"];
            wasDecidedBefore: boolean;
        };
        DecisionRequest: {
            decision: components["schemas"]["Decision"];
            /** @description Other arguments to run with; needs `approvals:edit`. */
            editedArgs?: Record<string, never> | null;
            /** @description For the record and for the assistant. */
            reason?: string | null;
        };
        /**
         * @description How something was decided.
         * @enum {string}
         */
        DecisionStatus: "approved" | "rejected";
        DeliveriesReply: {
            items: components["schemas"]["DeliveryReply"][];
            nextCursor?: string | null;
        };
        /**
         * @description What goes out through a channel.
         * @enum {string}
         */
        DeliveryKind: "answer" | "failure" | "operator" | "notice";
        /** @description A message that goes out through a channel. */
        DeliveryReply: {
            /** Format: int64 */
            attempts: number;
            /** @description Whom it goes to, by the provider's name for them. */
            contact: string;
            createdAt: string;
            /** @description Why it was not sent, or not yet. */
            error?: string | null;
            id: string;
            kind: components["schemas"]["DeliveryKind"];
            nextAttemptAt: string;
            sessionId: string;
            status: components["schemas"]["DeliveryStatus"];
            /** @description Its beginning. */
            text: string;
            updatedAt: string;
        };
        /**
         * @description How far a message got that goes out through a channel.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sent" | "delivered" | "read" | "failed";
        DeskAppointmentDone: {
            appointment: components["schemas"]["DeskAppointmentReply"];
            /** @description What takes it back. */
            change: string;
            /**
             * Format: int64
             * @description What the customer earned by it.
             */
            tokens?: number | null;
        };
        DeskAppointmentFileReply: {
            appointment: components["schemas"]["DeskAppointmentReply"];
            /** @description The newest first. */
            history: components["schemas"]["DeskChangeReply"][];
        };
        DeskAppointmentReply: {
            /** @description When the customer came, if anybody said so. */
            arrivedAt?: string | null;
            branchId: string;
            branchName: string;
            /** @description When the customer, or somebody for them, said that they will come at this hour. */
            confirmedAt?: string | null;
            createdAt: string;
            customerId: string;
            customerName?: string | null;
            customerPhone?: string | null;
            endsAt: string;
            /** @description In whose name it is, where that is not the customer's own: a child's, a partner's. */
            forName?: string | null;
            id: string;
            /** @example 2026-11-18T10:30 */
            localEnd: string;
            /**
             * @description By the branch's clock.
             * @example 2026-11-18T10:00
             */
            localStart: string;
            notes?: string | null;
            /** @description The chair, room or table. */
            place?: string | null;
            /** @description What was said to remind the customer of this hour, and what was left out, the oldest first. */
            reminders: components["schemas"]["DeskReminderReply"][];
            serviceId?: string | null;
            serviceName?: string | null;
            /** @description The conversation in which an assistant booked it. */
            sessionId?: string | null;
            staffId?: string | null;
            staffName?: string | null;
            startsAt: string;
            status: components["schemas"]["AppointmentStatus"];
        };
        DeskAppointmentsReply: {
            items: components["schemas"]["DeskAppointmentReply"][];
        };
        DeskBlockDone: {
            block: components["schemas"]["DeskBlockReply"];
            /** @description What takes it back. */
            change: string;
        };
        /** @description Something is booked in that time. */
        DeskBlockProblem: components["schemas"]["Problem"] & {
            /** @description What stands in the way. */
            appointments: components["schemas"]["DeskAppointmentReply"][];
        };
        DeskBlockReply: {
            branchId: string;
            branchName: string;
            createdAt: string;
            id: string;
            /** @example 2026-11-18T12:00 */
            localEnd: string;
            /**
             * @description By the branch's clock.
             * @example 2026-11-18T10:00
             */
            localStart: string;
            reason?: string | null;
            staffId?: string | null;
            staffName?: string | null;
        };
        DeskBlocksReply: {
            items: components["schemas"]["DeskBlockReply"][];
        };
        /** @description All that a business says of itself, in order. */
        DeskCatalogueReply: {
            branches: components["schemas"]["DeskPieceReply"][];
            /** @description Name, currency, booking, loyalty. */
            business: components["schemas"]["DeskPieceReply"];
            facts: components["schemas"]["DeskPieceReply"][];
            menu: components["schemas"]["DeskPieceReply"][];
            policies: components["schemas"]["DeskPieceReply"][];
            services: components["schemas"]["DeskPieceReply"][];
            staff: components["schemas"]["DeskPieceReply"][];
        };
        /**
         * @description What was done at the front desk, by an assistant or by somebody of the staff.
         * @enum {string}
         */
        DeskChangeKind: "booked" | "moved" | "cancelled" | "confirmed" | "completed" | "no_show" | "ordered" | "advanced" | "paid" | "voided" | "updated" | "awarded" | "redeemed" | "adjusted" | "edited" | "registered" | "arrived" | "blocked" | "unblocked" | "listed" | "unlisted" | "escalated";
        /** @description Something that was done, by whom and when. */
        DeskChangeReply: {
            at: string;
            /** @description Whether it is not too late to take it back. */
            canUndo: boolean;
            /** @description What takes it back. */
            key: string;
            kind: components["schemas"]["DeskChangeKind"];
            /** @description The conversation in which an assistant did it. */
            sessionId?: string | null;
            undoneAt?: string | null;
            /** @description Who of the staff; none if an assistant did it. */
            userId?: string | null;
            userName?: string | null;
        };
        /** @description What takes back what was done. */
        DeskChangedReply: {
            change: string;
        };
        /** @description What is known of somebody; what is left out or empty is not known. */
        DeskContact: {
            email?: string | null;
            name?: string | null;
            phone?: string | null;
        };
        DeskCustomerDone: {
            /** @description What takes it back. */
            change: string;
            customer: components["schemas"]["DeskCustomerReply"];
        };
        /** @description Somebody, and all that is known of them. */
        DeskCustomerFileReply: {
            appointments: components["schemas"]["DeskAppointmentReply"][];
            customer: components["schemas"]["DeskCustomerReply"];
            history: components["schemas"]["DeskChangeReply"][];
            /** @description The newest first. */
            ledger: components["schemas"]["DeskLedgerEntry"][];
            orders: components["schemas"]["DeskOrderReply"][];
            /** @description Conversations with them, the latest first. */
            sessionIds: string[];
        };
        /** @description Somebody has this telephone already. */
        DeskCustomerProblem: components["schemas"]["Problem"] & {
            customer: components["schemas"]["DeskCustomerReply"];
        };
        /** @description Who is served. */
        DeskCustomerReply: {
            email?: string | null;
            id: string;
            name?: string | null;
            /** @description What the staff note of them; assistants are not told. */
            notes?: string | null;
            phone?: string | null;
            /** Format: int64 */
            tokens: number;
            /** @description Also what `If-Match` takes. */
            updatedAt: string;
        };
        DeskCustomersReply: {
            items: components["schemas"]["DeskCustomerReply"][];
            /** @description How many fit; more than are listed if they are many. */
            total: number;
        };
        /** @description One day of one branch. */
        DeskDayReply: {
            branchId: string;
            /** @example 2026-11-18 */
            date: string;
            /** @description What is special about it. */
            name?: string | null;
            open: components["schemas"]["DeskStretch"][];
            staff: components["schemas"]["DeskWorksReply"][];
        };
        DeskDaysReply: {
            items: components["schemas"]["DeskDayReply"][];
            /**
             * Format: int32
             * @description Appointments begin when the clock shows a multiple of this.
             */
            stepMinutes: number;
        };
        DeskDemoRequest: {
            /** @description One of `GET /api/desk/demos`. */
            name: string;
        };
        /** @description Invented businesses that come with the program, to try things out. */
        DeskDemosReply: {
            /**
             * @example [
             *       "dental",
             *       "medical",
             *       "restaurant"
             *     ]
             */
            items: string[];
        };
        /** @description Something at the front desk has changed; ask for it again. */
        DeskEvent: {
            change: components["schemas"]["DeskChangeReply"];
            id: string;
            /** @description appointment, order, customer, block, waiting or business. */
            subject: string;
        };
        /** @description Tokens that were earned or spent. */
        DeskLedgerEntry: {
            at: string;
            note?: string | null;
            /** @description `appointment_completed`, `order_paid`, award, redemption, adjustment or undone. */
            reason: string;
            /** Format: int64 */
            tokens: number;
        };
        DeskOrderDone: {
            /** @description What takes it back; paying is not taken back. */
            change: string;
            order: components["schemas"]["DeskOrderReply"];
        };
        DeskOrderFileReply: {
            history: components["schemas"]["DeskChangeReply"][];
            order: components["schemas"]["DeskOrderReply"];
        };
        DeskOrderItem: {
            /** @description On the menu. */
            itemId: string;
            notes?: string | null;
            /** Format: int64 */
            quantity: number;
        };
        DeskOrderLine: {
            name: string;
            notes?: string | null;
            /** Format: int64 */
            quantity: number;
            /**
             * @description In whole units of the currency.
             * @example 85.50
             */
            unitPrice: string;
        };
        DeskOrderReply: {
            address?: string | null;
            branchId: string;
            branchName: string;
            createdAt: string;
            currency: string;
            customerId: string;
            customerName?: string | null;
            customerPhone?: string | null;
            id: string;
            kind: components["schemas"]["OrderKind"];
            lines: components["schemas"]["DeskOrderLine"][];
            /** @description By the branch's clock. */
            localTime?: string | null;
            paid: boolean;
            /** @description When it is to be there. */
            scheduledAt?: string | null;
            /** @description The conversation in which an assistant took it. */
            sessionId?: string | null;
            status: components["schemas"]["DeskOrderStatus"];
            /**
             * @description In whole units of the currency.
             * @example 245.50
             */
            total: string;
            updatedAt: string;
        };
        /**
         * @description Where an order is: on its way, or void wherever it was.
         * @enum {string}
         */
        DeskOrderStatus: "placed" | "preparing" | "ready" | "out_for_delivery" | "picked_up" | "completed" | "void";
        /**
         * @description Where an order goes next.
         * @enum {string}
         */
        DeskOrderStep: "preparing" | "ready" | "out_for_delivery" | "picked_up" | "paid" | "completed" | "void";
        DeskOrdersReply: {
            items: components["schemas"]["DeskOrderReply"][];
        };
        /** @description One thing that a business says of itself. */
        DeskPieceReply: {
            /** @description Of one that was just changed: what takes it back. */
            change?: string | null;
            id: string;
            /**
             * Format: int64
             * @description Of a dish that is limited: how many are left.
             */
            left?: number | null;
            /** @description As in the business's files; see `docs/guides/front-desk.md`. */
            value: Record<string, never>;
            /** @description What `If-Match` takes: it is another as soon as anything of it is. */
            version: string;
        };
        DeskReminderReply: {
            at: string;
            /**
             * Format: int32
             * @description So long before.
             * @example 1440
             */
            minutes: number;
            outcome: components["schemas"]["ReminderOutcome"];
            /** @description The conversation in which it was told. */
            sessionId?: string | null;
        };
        /** @description The time is not free; these are. */
        DeskSlotProblem: components["schemas"]["Problem"] & {
            /** @description The nearest that are, in order. */
            nearest: components["schemas"]["DeskSlotReply"][];
        };
        /** @description A time that is free. */
        DeskSlotReply: {
            branchId: string;
            branchName: string;
            /** @example 2026-11-18T10:30 */
            end: string;
            place?: string | null;
            staffId?: string | null;
            staffName?: string | null;
            /**
             * @description By the branch's clock.
             * @example 2026-11-18T10:00
             */
            start: string;
        };
        DeskSlotsReply: {
            items: components["schemas"]["DeskSlotReply"][];
        };
        /** @description From one time of a day to another; the end of the day is `24:00`. */
        DeskStretch: {
            /** @example 09:00 */
            from: string;
            /** @example 24:00 */
            to: string;
        };
        DeskTokensRequest: {
            reason: string;
            /**
             * Format: int64
             * @description Less than nothing to take some.
             */
            tokens: number;
        };
        DeskUndoRequest: {
            /** @description `change` of what was done, or `key` of an entry of a history. */
            change: string;
        };
        DeskWaitingDone: {
            /** @description What takes it back. */
            change: string;
            waiting: components["schemas"]["DeskWaitingReply"];
        };
        /** @description Who waits, whoever asked first. */
        DeskWaitingListReply: {
            items: components["schemas"]["DeskWaitingReply"][];
        };
        DeskWaitingReply: {
            branchId?: string | null;
            branchName?: string | null;
            createdAt: string;
            customerId: string;
            customerName?: string | null;
            customerPhone?: string | null;
            free?: components["schemas"]["DeskSlotReply"] | null;
            /** @example 2026-11-18 */
            from: string;
            id: string;
            notes?: string | null;
            parts: components["schemas"]["DayPart"][];
            serviceId?: string | null;
            serviceName?: string | null;
            staffId?: string | null;
            staffName?: string | null;
            /** @example 2026-12-04 */
            until: string;
            weekdays: components["schemas"]["WeekDay"][];
        };
        /** @description Somebody who is there: booked for now, with whoever is free. */
        DeskWalkInRequest: {
            branchId: string;
            customer?: components["schemas"]["DeskContact"] | null;
            /** @description Somebody known; or `customer`, for somebody new. */
            customerId?: string | null;
            notes?: string | null;
            serviceId?: string | null;
            /** @description Whoever is free, unless told. */
            staffId?: string | null;
        };
        DeskWorksReply: {
            staffId: string;
            works: components["schemas"]["DeskStretch"][];
        };
        /**
         * @description How far a file is, or its passages' embedding.
         * @enum {string}
         */
        DocumentStatus: "pending" | "queued" | "processing" | "completed" | "failed";
        /** @description What is known of somebody; what is left out or empty is not known. Notes that are left out stay as they are. */
        EditDeskCustomerRequest: {
            email?: string | null;
            name?: string | null;
            notes?: string | null;
            phone?: string | null;
        };
        /** @enum {string} */
        ErrorCode: "invalid_json" | "invalid_request" | "unauthenticated" | "wrong_credentials" | "forbidden" | "csrf_failed" | "user_mismatch" | "not_found" | "method_not_allowed" | "slow_consumer" | "session_busy" | "idempotency_in_flight" | "approval_decided" | "session_held" | "session_not_held" | "escalation_closed" | "turn_cancelled" | "already_exists" | "last_owner" | "slot_not_free" | "wrong_state" | "approval_expired" | "link_used" | "changed_meanwhile" | "body_too_large" | "message_too_long" | "unsupported_media_type" | "context_too_long" | "content_refused" | "file_refused" | "invalid_value" | "message_empty" | "message_unreadable" | "idempotency_key_reused" | "queue_full" | "budget_exceeded" | "too_many_attempts" | "rate_limited" | "turn_limit" | "internal" | "model_failed" | "mcp_server_failed" | "search_unavailable" | "storage_not_writable" | "storage_unavailable" | "server_stopping" | "server_stopped" | "turn_timeout";
        /** @description The last event of a stream whose turn failed, or that the server had to end. */
        ErrorEvent: {
            /** @description A code of the public error table. */
            code: string;
            /** @description One sentence for the person. */
            message: string;
        };
        /** @description Whom the conversation is with, as far as is known. */
        EscalationCustomer: {
            email?: string | null;
            id?: string | null;
            name?: string | null;
            phone?: string | null;
        };
        /** @description One of them, with what colleagues noted. Its conversation is at `events`. */
        EscalationDetail: components["schemas"]["EscalationReply"] & {
            notes: components["schemas"]["NoteReply"][];
        };
        /** @description A conversation in which a person was asked for. */
        EscalationReply: {
            assignedTo?: components["schemas"]["OperatorWire"] | null;
            closedAt?: string | null;
            createdAt: string;
            customer: components["schemas"]["EscalationCustomer"];
            id: string;
            /** @description Why, in the words of the agent. */
            reason: string;
            sessionId: string;
            status: components["schemas"]["EscalationStatus"];
            summary?: string | null;
            takenAt?: string | null;
            takenBy?: components["schemas"]["OperatorWire"] | null;
            title?: string | null;
            urgency: components["schemas"]["Urgency"];
        };
        /**
         * @description Who has an escalation: nobody yet, somebody, or nobody any more.
         * @enum {string}
         */
        EscalationStatus: "open" | "taken" | "closed";
        /**
         * @description What happened.
         *
         *     Fields are renamed per variant, since the schema generator does not see `rename_all_fields`.
         */
        EventBody: {
            /** @enum {string} */
            type: "session_start";
        } | {
            /** @description The documents that it was asked with. */
            attachments?: components["schemas"]["AttachmentWire"][];
            content: string;
            /** @description What the guard found, by rule. */
            guard?: components["schemas"]["GuardFindingWire"][];
            heldBy?: components["schemas"]["OperatorWire"] | null;
            messageId: string;
            /** @description The earlier message that it was said instead of; what followed that no longer counts. */
            replaces?: string | null;
            routing?: components["schemas"]["RoutingWire"] | null;
            /** @enum {string} */
            type: "user_message_confirmed";
        } | {
            content: string;
            /** @enum {string} */
            type: "thinking_complete";
        } | {
            args: unknown;
            toolName: string;
            toolUseId: string;
            /** @enum {string} */
            type: "tool_use";
        } | {
            args: unknown;
            /** Format: double */
            durationMs: number;
            /** @description What the guard found, by rule. */
            guard?: components["schemas"]["GuardFindingWire"][];
            result: unknown;
            success: boolean;
            toolName: string;
            toolUseId: string;
            /** @enum {string} */
            type: "tool_result";
        } | {
            agent: string;
            /** @description Whether it was given before, and no model was asked. */
            cached?: boolean;
            content: string;
            /** @description What the guard found, by rule. */
            guard?: components["schemas"]["GuardFindingWire"][];
            messageId: string;
            model: string;
            stopReason: string;
            /** @enum {string} */
            type: "message";
            usage: components["schemas"]["UsageWire"];
        } | {
            citations: components["schemas"]["CitationWire"][];
            messageId: string;
            /** @enum {string} */
            type: "citations_created";
        } | {
            approvalId: string;
            args: unknown;
            expiresAt: string;
            summary: string;
            toolName: string;
            /** @enum {string} */
            type: "approval_requested";
        } | {
            approvalId: string;
            decision: string;
            editedArgs?: unknown;
            reason?: string | null;
            /** @enum {string} */
            type: "approval_resolved";
        } | {
            reason: string;
            /** @enum {string} */
            type: "turn_paused";
        } | {
            reason: string;
            /** @enum {string} */
            type: "turn_resumed";
        } | {
            from: string;
            reason?: string | null;
            to: string;
            /** @enum {string} */
            type: "handoff";
        } | {
            reason: string;
            rules: string[];
            /** @enum {string} */
            type: "content_refused";
        } | {
            memoryId: string;
            text: string;
            /** @enum {string} */
            type: "memory_written";
        } | {
            code: string;
            message: string;
            /** @enum {string} */
            type: "error";
        } | {
            messageId: string;
            operator: components["schemas"]["OperatorWire"];
            text: string;
            /** @enum {string} */
            type: "operator_message_sent";
        } | {
            /** @description What it is about: an appointment by its id, `reminder:` and one, … */
            about: string;
            messageId: string;
            text: string;
            /** @enum {string} */
            type: "notice_sent";
        } | {
            escalationId: string;
            reason: string;
            /** @enum {string} */
            type: "escalation_opened";
            urgency: components["schemas"]["Urgency"];
        } | {
            operator: components["schemas"]["OperatorWire"];
            /** @enum {string} */
            type: "session_taken";
        } | {
            operator: components["schemas"]["OperatorWire"];
            /** @enum {string} */
            type: "session_given_back";
        } | {
            citations: components["schemas"]["CitationWire"][];
            messageId?: string | null;
            stopReason: string;
            /** @enum {string} */
            type: "complete";
            usage: components["schemas"]["UsageWire"];
        } | {
            /** @enum {string} */
            type: "erased";
            was: string;
        };
        /** @description One event. */
        EventWire: components["schemas"]["EventBody"] & {
            eventId: string;
            /**
             * Format: int64
             * @description Its place among all that its turn emits, transient events counted.
             */
            eventIndex: number;
            persistenceState: components["schemas"]["PersistenceState"];
            /**
             * Format: int64
             * @description Its number in the session: 1, 2, 3 … without a hole. Transient events have none.
             */
            sequenceNumber?: number | null;
            sessionId: string;
            /** @description RFC 3339, UTC. */
            timestamp: string;
            traceId: string;
            turnId?: string | null;
        };
        EventsReply: {
            items: components["schemas"]["EventWire"][];
            /** @description The number to pass as `after` for what comes next, when there may be more. */
            nextCursor?: string | null;
        };
        ExportReply: {
            events: components["schemas"]["EventWire"][];
            messages: components["schemas"]["MessageReply"][];
            session: components["schemas"]["SessionReply"];
        };
        FeedEntryReply: {
            eventId: string;
            /** Format: int64 */
            position: number;
            /** Format: int64 */
            sequenceNumber: number;
            sessionId: string;
        };
        FeedReply: {
            items: components["schemas"]["FeedEntryReply"][];
            nextCursor?: string | null;
        };
        /** @description What somebody thinks of an answer, as an operator sees it. */
        FeedbackEntry: components["schemas"]["FeedbackReply"] & {
            messageId: string;
            sessionId: string;
            userId: string;
        };
        FeedbackListReply: {
            items: components["schemas"]["FeedbackEntry"][];
            nextCursor?: string | null;
        };
        /** @enum {string} */
        FeedbackRating: "up" | "down";
        /**
         * @description What was not good.
         * @enum {string}
         */
        FeedbackReason: "wrong" | "incomplete" | "source" | "tone" | "other";
        /** @description What somebody thinks of an answer. */
        FeedbackReply: {
            comment?: string | null;
            createdAt: string;
            /** @description `up` or `down`. */
            rating: string;
            reason?: string | null;
        };
        FeedbackRequest: {
            comment?: string | null;
            rating: components["schemas"]["FeedbackRating"];
            reason?: components["schemas"]["FeedbackReason"] | null;
        };
        /** @description How far a file is; events of `GET /api/files/events`. */
        FileProgress: {
            /**
             * Format: int64
             * @description Once completed.
             */
            chunkCount?: number | null;
            error?: string | null;
            fileId: string;
            fileName: string;
            /** Format: int64 */
            progress: number;
            status: components["schemas"]["DocumentStatus"];
        };
        /** @description A file and what became of it. */
        FileReply: {
            /** Format: int64 */
            chunkCount: number;
            collectionId: string;
            createdAt: string;
            /** @description `pending` where there is no embedder, so that words alone are compared. */
            embeddingStatus: components["schemas"]["DocumentStatus"];
            /** @description Why it failed and what to do about it. */
            error?: string | null;
            /** @description What the file says of itself: author, dates, sizes. */
            facts: {
                [key: string]: string;
            };
            fileName: string;
            id: string;
            mimeType: string;
            /** @description What a reader should know, such as pages that were read by OCR. */
            notices: string[];
            /** Format: int64 */
            pages?: number | null;
            /** @description The file that this one was inside of, such as a message with attachments. */
            parentId?: string | null;
            processingStatus: components["schemas"]["DocumentStatus"];
            /**
             * Format: int64
             * @description 0 to 100.
             */
            progress: number;
            /** Format: int64 */
            size: number;
            /** @description SHA-256 of the extracted text: which version of the document a citation speaks of. */
            textHash?: string | null;
            title?: string | null;
            updatedAt: string;
        };
        /** @description The text of a file, in which offsets of chunks and citations count characters. */
        FileTextReply: {
            fileId: string;
            text: string;
            textHash?: string | null;
        };
        FilesReply: {
            items: components["schemas"]["FileReply"][];
            nextCursor?: string | null;
        };
        /** @enum {string} */
        FormalityWire: "tu" | "usted";
        GoLiveRequest: {
            /** @description What was changed, for whoever looks at the versions. */
            note?: string;
            /**
             * Format: int64
             * @description The draft that was checked.
             */
            revision: number;
        };
        /** @description A decision of the guard: the rule and what it led to, never the text. */
        GuardFindingWire: {
            rule: string;
            /** @description `allow`, `modify`, `flag` or `block`. */
            verdict: string;
        };
        /**
         * @description What a finding of the guard is about.
         * @enum {string}
         */
        GuardFoundKind: "pii" | "hidden_characters" | "instruction_override" | "role_play" | "jailbreak" | "prompt_extraction" | "delimiter_forging" | "encoded_payload" | "tool_abuse" | "exfiltration" | "blocked_phrase" | "link" | "html" | "prompt_leak";
        GuardFoundReply: {
            /** @description As it stands in the text, where it is in one place. */
            found?: string | null;
            kind: components["schemas"]["GuardFoundKind"];
            /** @description A type of personal data (`dni`), or the id of a rule (`override-es-1`). */
            rule: string;
            /** @description `allow`, `modify`, `flag` or `block`. */
            verdict: string;
        };
        /**
         * @description Where a text would stand: a person writes it, a document or a tool holds it, an assistant answers it.
         * @enum {string}
         */
        GuardPlace: "message" | "outside" | "answer";
        GuardTriedReply: {
            findings: components["schemas"]["GuardFoundReply"][];
            refused: boolean;
            /** @description What goes on; none if it is refused. */
            text?: string | null;
        };
        /**
         * @description How a part of the server is; the worst last.
         * @enum {string}
         */
        Health: "ready" | "degraded" | "unavailable";
        HealthReply: {
            components: components["schemas"]["ComponentReply"][];
            /** Format: int64 */
            schemaVersion: number;
            /** @description Since when the process that answers runs. */
            startedAt: string;
            /** @description That of the worst of its components. */
            status: components["schemas"]["Health"];
            version: string;
        };
        /** @description A business, as its files have it. See `docs/guides/front-desk.md`. */
        ImportBusinessRequest: {
            /** @description `business.toml`: branches, staff, services, policies, facts, loyalty. */
            business: string;
            /** @description `menu.csv`, for who sells from a menu. */
            menu?: string | null;
        };
        /** @description The inbox changed: read it again. */
        InboxNews: {
            /**
             * Format: int64
             * @description How many wait for somebody to take them.
             */
            waiting: number;
        };
        InboxReply: {
            items: components["schemas"]["EscalationReply"][];
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description How many wait for somebody to take them.
             */
            waiting: number;
        };
        InputTokenDetails: {
            /** Format: int64 */
            cached_tokens: number;
        };
        InputTokensDetails: {
            /** Format: int64 */
            cache_write_tokens: number;
            /** Format: int64 */
            cached_tokens: number;
        };
        /**
         * @description What a job does.
         * @enum {string}
         */
        JobKind: "erase_session" | "document.process" | "document.remove" | "index.embed" | "tell_customer";
        JobReply: {
            /** Format: int64 */
            attempts: number;
            createdAt: string;
            finishedAt?: string | null;
            id: string;
            kind: components["schemas"]["JobKind"];
            lastError?: string | null;
            /** Format: int64 */
            maxAttempts: number;
            runAfter: string;
            state: components["schemas"]["JobState"];
        };
        /**
         * @description Where a job is on its way.
         * @enum {string}
         */
        JobState: "queued" | "running" | "done" | "dead";
        JobsReply: {
            items: components["schemas"]["JobReply"][];
            nextCursor?: string | null;
        };
        /** @description What is known of a model. Prices are in dollars per million tokens. */
        KnownModelReply: {
            /** Format: int64 */
            contextTokens: number;
            /** Format: double */
            inputPrice: number;
            /** Format: int32 */
            maxOutputTokens: number;
            /** Format: double */
            outputPrice: number;
            pricedOn: string;
            vision: boolean;
        };
        /** @enum {string} */
        LanguageName: "es" | "en";
        /** @enum {string} */
        LanguageWire: "es" | "en";
        LiveReply: {
            status: components["schemas"]["LiveStatus"];
            version: string;
        };
        /**
         * @description That the process answers.
         * @enum {string}
         */
        LiveStatus: "live";
        /** @description Signed in: the cookie is set. Requests that change something repeat `csrfToken` as `x-csrf-token`. */
        LoginReply: {
            csrfToken: string;
            user: components["schemas"]["UserReply"];
        };
        LoginRequest: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
            /** @description Which tenant, for someone who is in several under the same address. */
            tenant?: string | null;
        };
        LookAtVoiceRequest: {
            /** @description Something to hold against it. */
            text?: string;
            voice: components["schemas"]["VoiceWire"];
        };
        McpApproval: {
            /** @description `digest` of the tool that was looked at. */
            digest: string;
            name: string;
            risk?: components["schemas"]["McpToolRisk"];
        };
        /** @description Tools that may be used from now on, as they were seen. */
        McpApproveRequest: {
            tools: components["schemas"]["McpApproval"][];
        };
        /** @description An MCP server whose tools the tenant's assistants may use. */
        McpServerReply: {
            /** @description The only tools of it that may be used; none for all that are approved. */
            allowedTools?: string[] | null;
            /** @description Its tools that were approved, by the server's names for them. */
            approved: string[];
            /** @description Whether there is a token for it; the token itself is never told. */
            hasToken: boolean;
            name: string;
            /** Format: int32 */
            timeLimitSeconds: number;
            updatedAt: string;
            url: string;
        };
        /** @description A server to be listed. At another address than before, nothing of it is approved. */
        McpServerRequest: {
            allowedTools?: string[] | null;
            /**
             * Format: int32
             * @description 1 to 120, 30 unless told.
             */
            timeLimitSeconds?: number;
            /** @description Sent to it as `Authorization: Bearer`. Left out, the one there is stays, unless the address is another. */
            token?: string | null;
            url: string;
        };
        McpServersReply: {
            items: components["schemas"]["McpServerReply"][];
            nextCursor?: string | null;
        };
        /** @description A tool as its server describes it at this moment. */
        McpToolReply: {
            description: string;
            /** @description Of everything that the server says about it. */
            digest: string;
            /** @description The server's name for it. */
            name: string;
            /** @description What assistants call it. */
            offeredAs?: string | null;
            parameters: Record<string, never>;
            risk?: components["schemas"]["McpToolRisk"] | null;
            state: components["schemas"]["McpToolState"];
        };
        /** @enum {string} */
        McpToolRisk: "read" | "write" | "dangerous";
        /** @enum {string} */
        McpToolState: "approved" | "changed" | "new" | "withheld";
        McpToolsReply: {
            items: components["schemas"]["McpToolReply"][];
            nextCursor?: string | null;
        };
        MessageReply: {
            /** @description What a notice of the business is about: `appointment`, `order`, … */
            about?: string | null;
            agent?: string | null;
            citations: components["schemas"]["CitationWire"][];
            content: string;
            createdAt: string;
            feedback?: components["schemas"]["FeedbackReply"] | null;
            id: string;
            model?: string | null;
            /** @description The person of the business who said it, if no agent did. */
            operator?: string | null;
            role: components["schemas"]["MessageRole"];
            /** Format: int64 */
            sequenceNumber: number;
            stopReason?: string | null;
        };
        /**
         * @description Who said a message.
         * @enum {string}
         */
        MessageRole: "user" | "assistant";
        /**
         * @description What becomes of a message.
         * @enum {string}
         */
        MessageStatus: "running" | "waiting" | "paused" | "finished" | "held";
        MessagesReply: {
            items: components["schemas"]["MessageReply"][];
            nextCursor?: string | null;
        };
        ModeEvent: {
            /** @description Who answers. */
            mode: string;
        };
        /** @description Something that can be named as `model`: an assistant, or a model. */
        ModelReply: {
            /**
             * Format: int64
             * @description Always 0: configuration does not say.
             */
            created: number;
            id: string;
            /** @example model */
            object: string;
            /** @description `conserje` for assistants, the provider for models. */
            owned_by: string;
        };
        /** @description A model of a provider. What is left out is what is known of it, or what is usual. Prices are per million tokens. */
        ModelSetupWire: {
            /** Format: double */
            cachedPrice?: number | null;
            /** Format: int64 */
            contextTokens?: number | null;
            /** Format: double */
            inputPrice?: number | null;
            /** Format: int32 */
            maxOutputTokens?: number | null;
            /** @description The provider's name for it; the same unless told. */
            model?: string | null;
            name: string;
            nativeTools?: boolean | null;
            /** Format: double */
            outputPrice?: number | null;
            /** @description `2026-11-18`. */
            pricedOn?: string | null;
            vision?: boolean | null;
        };
        /** @description A model in force. Prices are per million tokens. */
        ModelStatusReply: {
            /** @description `closed` (calls go through), `open` or `half_open`. */
            breaker: string;
            /** Format: int64 */
            contextTokens: number;
            /** @description Failures of the last minutes that count. */
            failures: number;
            /** Format: double */
            inputPrice: number;
            /** Format: int32 */
            maxOutputTokens: number;
            name: string;
            nativeTools: boolean;
            /** Format: double */
            outputPrice: number;
            /** @description The day from which the prices are, if that is known. */
            pricedOn?: string | null;
            /** @description What kind of provider it is behind. */
            provider: string;
            /** @description The name of that provider; none for a model that is built in. */
            providerName?: string | null;
            /**
             * Format: double
             * @description How long until a call is let through again, if none is now.
             */
            retryInSeconds?: number | null;
            source: components["schemas"]["ProviderSource"];
            vision: boolean;
            /** @description As its provider names it. */
            wireName: string;
        };
        ModelsListReply: {
            data: components["schemas"]["ModelReply"][];
            /** @example list */
            object: string;
        };
        ModelsReply: {
            /** @description Whether a language model answers; otherwise answers are passages of documents. */
            isConfigured: boolean;
            items: components["schemas"]["ModelStatusReply"][];
            /** @description In force. */
            tiers: components["schemas"]["TiersReply"];
        };
        /** @description All that a tenant can ask, and what it set up itself. */
        ModelsSetupReply: components["schemas"]["ModelsReply"] & {
            /** @description Whether the tenant runs the installation: its providers may be anywhere, and for all tenants. */
            isInstallation: boolean;
            /** @description As the tenant set them up; empty if it uses those of the installation. */
            ownTiers: components["schemas"]["TiersReply"];
            providers: components["schemas"]["ProviderReply"][];
            /**
             * Format: int64
             * @description The version of the tenant's own setup; 0 if it has none.
             */
            version: number;
        };
        MoveDeskAppointmentRequest: {
            /** @description As it is, unless told. */
            branchId?: string | null;
            staffId?: string | null;
            /**
             * @description By the branch's clock.
             * @example 2026-11-18T10:00
             */
            start: string;
        };
        MoveDeskOrderRequest: {
            to: components["schemas"]["DeskOrderStep"];
        };
        /** @description A model server on the machine itself. */
        NearbyReply: {
            baseUrl: string;
            models: string[];
            name: string;
        };
        NearbysReply: {
            items: components["schemas"]["NearbyReply"][];
        };
        /** @description Something that operators note for each other. No model and no customer is told. */
        NoteReply: {
            author: components["schemas"]["OperatorWire"];
            createdAt: string;
            id: string;
            text: string;
        };
        NoteRequest: {
            text: string;
        };
        /** @description A model that a provider has. */
        OfferedModelReply: {
            known?: components["schemas"]["KnownModelReply"] | null;
            /** @description The provider's name for it. */
            model: string;
        };
        OfferedModelsReply: {
            items: components["schemas"]["OfferedModelReply"][];
            problem?: components["schemas"]["ProviderTrouble"] | null;
        };
        /** @description A link that lets somebody in once. */
        OneTimeLinkReply: {
            /** @description Shown this once. */
            url: string;
        };
        /** @description The message is durable; the customer sees it. */
        OperatorReplyReply: {
            messageId: string;
        };
        /** @description What to say to the customer. */
        OperatorReplyRequest: {
            text: string;
        };
        /** @description A person of the business. */
        OperatorWire: {
            id: string;
            name: string;
        };
        /**
         * @description How an order gets to its customer.
         * @enum {string}
         */
        OrderKind: "pickup" | "delivery";
        OutputItem: {
            id: string;
            summary: components["schemas"]["SummaryPart"][];
            /** @enum {string} */
            type: "reasoning";
        } | {
            content: components["schemas"]["OutputPart"][];
            id: string;
            role: string;
            status: string;
            /** @enum {string} */
            type: "message";
        } | {
            /** @description JSON, as the model wrote it. */
            arguments: string;
            call_id: string;
            id: string;
            name: string;
            status: string;
            /** @enum {string} */
            type: "function_call";
        };
        OutputPart: {
            annotations: unknown[];
            logprobs: unknown[];
            text: string;
            /** @example output_text */
            type: string;
        };
        OutputTokenDetails: {
            /** Format: int64 */
            reasoning_tokens: number;
        };
        OutputTokensDetails: {
            /** Format: int64 */
            reasoning_tokens: number;
        };
        /** @description One with its files: of the draft if there is one, else of what is live. */
        OwnAssistantDetailReply: components["schemas"]["OwnAssistantReply"] & {
            /** @description What must be mended before it can go live. */
            faults: components["schemas"]["AssistantFaultReply"][];
            /** @description By their paths: `pack.toml`, `routes.toml`, and what is below `prompts/`, `evals/` and `urgency/`. */
            files: {
                [key: string]: string;
            };
            form?: components["schemas"]["AssistantFormWire"] | null;
            /** @description What is not wrong, and yet worth a look. */
            warnings: components["schemas"]["AssistantFaultReply"][];
        };
        /** @description An assistant that the tenant made itself. */
        OwnAssistantReply: {
            description: string;
            draft?: components["schemas"]["AssistantDraftReply"] | null;
            enabled: boolean;
            live?: components["schemas"]["AssistantLiveReply"] | null;
            name: string;
            /** @description A sign or two, such as an emoji; empty if it has none. */
            picture: string;
            /** @description Why what is live does not answer. */
            problem?: string | null;
            /** @description Assistants for every tenant in whose place it answers, because it has their agents. */
            replaces: string[];
            title: string;
        };
        OwnAssistantsReply: {
            items: components["schemas"]["OwnAssistantReply"][];
            nextCursor?: string | null;
        };
        /** @description Whether the tenant has a pack, and how it is to speak. What is left out is as the pack says. */
        PackChoiceRequest: {
            enabled: boolean;
            settings?: components["schemas"]["PackSettings"];
        };
        PackCommand: {
            agent: string;
            command: string;
        };
        /** @description One of 4 styles, 6 kinds of assistant and 2 channels. */
        PackInstructions: {
            /** @description `full`, `appointments_only`, `personal_brand`, `orders_only`, `knowledge_only` or `reception_only`. */
            assistant?: string | null;
            /** @description `messaging` or `voice`. */
            channel?: string | null;
            /** @description `professional`, `warm_professional`, `casual` or `very_formal`. */
            style?: string | null;
        };
        /** @description A pack of assistants that the server has. */
        PackReply: {
            /** @description Names of its assistants. */
            agents: string[];
            /** @description What can be typed at the start of a message, such as `/bc`. */
            commands: components["schemas"]["PackCommand"][];
            description: string;
            /** @description Whether the tenant has it. */
            enabled: boolean;
            languages: string[];
            name: string;
            settings: components["schemas"]["PackSettings"];
            version: string;
            /** @description The trade it is for, if it is for one. */
            vertical?: string | null;
        };
        PackSettings: {
            /**
             * @description How the business sounds, in its own words.
             * @default null
             */
            brandVoice: string | null;
            /** @default null */
            instructions: components["schemas"]["PackInstructions"] | null;
            /**
             * @description The assistant's name.
             * @default null
             */
            name: string | null;
            /**
             * @description In place of an assistant's own prompt, by the assistant's name.
             * @default {}
             */
            prompts: {
                [key: string]: string;
            };
            /**
             * @description The trade that the pack is used for, whatever the business says: `dental`, `restaurant`, …
             * @default null
             */
            vertical: string | null;
        };
        PacksReply: {
            items: components["schemas"]["PackReply"][];
            nextCursor?: string | null;
        };
        /**
         * @description What a passage is in its document.
         * @enum {string}
         */
        PassageKind: "section_header" | "table" | "content";
        /**
         * @description Whether an event is in the log.
         * @enum {string}
         */
        PersistenceState: "transient" | "pending" | "persisted";
        PipelineMessage: {
            content: string;
            role: components["schemas"]["MessageRole"];
        };
        /** @description An error as RFC 9457 has it, with a code and a trace id. */
        Problem: {
            code: components["schemas"]["ErrorCode"];
            /** @description What happened this time and what to do about it. */
            detail: string;
            /** Format: int32 */
            status: number;
            title: string;
            /** @description Finds this request in the server's log. */
            traceId: string;
            /**
             * @description The page that explains this error.
             * @example /docs/errors/not_found
             */
            type: string;
        };
        /**
         * @description What a provider of models speaks.
         * @enum {string}
         */
        ProviderKind: "anthropic" | "openai" | "openai_compatible" | "azure_openai" | "gemini";
        /** @description A place where models are served. Its key is never shown again. */
        ProviderReply: {
            apiVersion?: string | null;
            /** @description Where it is, unless that is its usual place or somebody else's to know. */
            baseUrl?: string | null;
            hasKey: boolean;
            kind: components["schemas"]["ProviderKind"];
            /** @description Its models as they were set up; empty for a provider of others. */
            models: components["schemas"]["ModelSetupWire"][];
            name: string;
            /** @description Whether all tenants of the installation may use it. */
            shared: boolean;
            source: components["schemas"]["ProviderSource"];
        };
        /** @description A provider with all its models. */
        ProviderRequest: {
            /** @description Left out, the key that is there stays, unless the address is another. */
            apiKey?: string | null;
            apiVersion?: string | null;
            /** @description Where it is; left out, its usual place. */
            baseUrl?: string | null;
            kind: components["schemas"]["ProviderKind"];
            models: components["schemas"]["ModelSetupWire"][];
            shared?: boolean;
        };
        /**
         * @description Where a provider of models was set up.
         * @enum {string}
         */
        ProviderSource: "server" | "installation" | "own";
        /** @description Why a provider did not answer. */
        ProviderTrouble: {
            /** @description What to do about it, in the caller's language. */
            advice: string;
            /** @description In the provider's own words. */
            providerSays: string;
            /** @description `unauthorised`, `unreachable`, `refused`, `busy` and others. */
            trouble: string;
        };
        RagAgentDone: {
            /** @description Whether the turn waits for a decision. */
            paused?: boolean;
            sources: components["schemas"]["CitationWire"][];
            threadId: string;
        };
        /** @description What `/api/rag-agent` sends. */
        RagAgentEvent: components["schemas"]["ToolStatusEvent"] | components["schemas"]["TextEvent"] | components["schemas"]["TextEvent"] | components["schemas"]["RagAgentDone"] | components["schemas"]["ErrorEvent"];
        RagAgentRequest: {
            /** @description Who is to answer; whoever fits unless told. */
            agent?: string | null;
            /** @description Which assistant is to answer; the session's unless told, and whichever fits where it has none. */
            assistant?: string | null;
            /** @description Ids of files to ask it with; what they say goes before the question. */
            attachments?: string[];
            /** @description Whether documents that fit the question are searched for and go with it too. */
            enableAutoSemanticSearch?: boolean;
            message: string;
            /** @description The session to go on with; a new one unless told. */
            threadId?: string | null;
        };
        RagPipelineDone: {
            contextChunkIds: unknown[];
            /** @description Whether the turn waits for a decision. */
            paused?: boolean;
            sources: components["schemas"]["CitationWire"][];
        };
        /** @description What `/api/rag-pipeline` sends. */
        RagPipelineEvent: components["schemas"]["StageEvent"] | components["schemas"]["ToolStatusEvent"] | components["schemas"]["TextEvent"] | components["schemas"]["RagPipelineDone"] | components["schemas"]["ErrorEvent"];
        RagPipelineRequest: {
            /** @description What was said so far; the last one is the question, and a user's. */
            messages: components["schemas"]["PipelineMessage"][];
            /** @description `contextChunkIds` of the answer before: what it rested on is looked at again. */
            previousChunkIds?: unknown[];
        };
        RedeemLinkRequest: {
            /**
             * Format: password
             * @description The password to sign in with from now on: 10 to 1024 characters.
             */
            password: string;
            token: string;
        };
        /** @description A file of an upload that was not taken. */
        RefusedFile: {
            code: components["schemas"]["ErrorCode"];
            /** @description What is wrong with it and what to do. */
            detail: string;
            fileName: string;
        };
        /**
         * @description What became of reminding a customer of their appointment.
         * @enum {string}
         */
        ReminderOutcome: "told" | "too_late" | "with_a_later_one" | "no_conversation";
        /**
         * @description What decides the order.
         * @enum {string}
         */
        RerankMode: "none" | "keyword" | "llm" | "hybrid";
        Response: {
            /** Format: int64 */
            created_at: number;
            error?: components["schemas"]["ResponseError"] | null;
            /** @description Names the turn and its session, if an assistant answered. */
            id: string;
            incomplete_details?: unknown;
            instructions?: string | null;
            /** Format: int32 */
            max_output_tokens?: number | null;
            metadata: unknown;
            model: string;
            /** @example response */
            object: string;
            output: components["schemas"]["OutputItem"][];
            parallel_tool_calls: boolean;
            previous_response_id?: string | null;
            reasoning: components["schemas"]["ResponseReasoning"];
            /** @description `in_progress`, `completed`, `incomplete` or `failed`. */
            status: string;
            /** @description Whether it is kept: an assistant's turns always are, a model's replies never. */
            store: boolean;
            /** Format: double */
            temperature?: number | null;
            text: components["schemas"]["ResponseText"];
            tool_choice: unknown;
            tools: components["schemas"]["ResponseTool"][];
            /** Format: double */
            top_p?: number | null;
            truncation: string;
            usage?: components["schemas"]["ResponseUsage"] | null;
        };
        ResponseError: {
            code: string;
            message: string;
        };
        ResponseFormat: {
            json_schema?: components["schemas"]["SchemaFormat"] | null;
            /** @description `text`, `json_object` or `json_schema`. */
            type: string;
        };
        ResponseReasoning: {
            effort?: string | null;
            summary?: string | null;
        };
        ResponseRequest: {
            /** @description Only false. */
            background?: boolean | null;
            input: unknown;
            instructions?: string | null;
            /** Format: int32 */
            max_output_tokens?: number | null;
            metadata?: unknown;
            /**
             * @description An assistant, a model, or a tier: `fast`, `balanced`, `premium`.
             * @example assistant
             */
            model: string;
            /** @description With an assistant: goes on in the session of that response. */
            previous_response_id?: string | null;
            reasoning?: components["schemas"]["ResponseReasoning"] | null;
            stream?: boolean | null;
            /** Format: double */
            temperature?: number | null;
            text?: components["schemas"]["ResponseText"] | null;
            /** @description `auto`, `none`, `required`, or a function by name. */
            tool_choice?: unknown;
            tools?: components["schemas"]["ResponseTool"][] | null;
        };
        ResponseText: {
            format?: components["schemas"]["TextFormat"] | null;
        };
        ResponseTool: {
            description?: string | null;
            name?: string | null;
            /** @description A JSON Schema of type object. */
            parameters?: unknown;
            strict?: boolean | null;
            /** @description Only `function`. */
            type: string;
        };
        ResponseUsage: {
            /** Format: int64 */
            input_tokens: number;
            input_tokens_details: components["schemas"]["InputTokensDetails"];
            /** Format: int64 */
            output_tokens: number;
            output_tokens_details: components["schemas"]["OutputTokensDetails"];
            /** Format: int64 */
            total_tokens: number;
        };
        RetriedReply: {
            /** Format: int64 */
            retried: number;
        };
        /**
         * @description What a person is inside a tenant.
         * @enum {string}
         */
        Role: "owner" | "admin" | "agent" | "member" | "guest";
        RouteMissedReply: {
            /** @description `agent/intent`. */
            expected: string;
            got: string;
            text: string;
        };
        RouteScoreReply: {
            of: number;
            right: number;
            wrong: components["schemas"]["RouteMissedReply"][];
        };
        /**
         * @description What led to the agent that answers.
         * @enum {string}
         */
        RoutedBy: "urgency" | "caller" | "command" | "rule" | "examples" | "attachments" | "conversation" | "model" | "default";
        /** @description How the agent that answers was chosen. */
        RoutingWire: {
            agent: string;
            by: components["schemas"]["RoutedBy"];
            /**
             * Format: double
             * @description From 0 to 1.
             */
            confidence: number;
            intent: string;
            /** @description The rules that fired, the one that decided first. By examples: before them, the words that weighed most (`word:…`). */
            rules: string[];
            /** @description For whom it stands in, because of the trade of the business. */
            variantOf?: string | null;
        };
        /** @description What a draft is to be: all its files, or the form of it. */
        SaveDraftRequest: {
            /**
             * Format: int64
             * @description The revision that it was made from; 0 if there is no draft.
             */
            after: number;
            files?: {
                [key: string]: string;
            } | null;
            form?: components["schemas"]["AssistantFormWire"] | null;
        };
        SchemaFormat: {
            name: string;
            schema?: unknown;
        };
        SearchHit: {
            chunk: components["schemas"]["ChunkReply"];
            /** @description Pieces of the text as HTML, with `<em>` around the words that were looked for. */
            highlights: string[];
            /**
             * Format: float
             * @description BM25, where words were compared.
             */
            lexicalScore?: number | null;
            /**
             * Format: float
             * @description 0 to 1.
             */
            score: number;
            /**
             * Format: float
             * @description Cosine, where meaning was compared.
             */
            semanticScore?: number | null;
        };
        /** @enum {string} */
        SearchMode: "lexical" | "semantic" | "hybrid";
        SearchReply: {
            embeddingModels: string[];
            /**
             * Format: double
             * @description The part of it that making the question's vectors took.
             */
            embeddingTimeMs: number;
            /** Format: double */
            executionTimeMs: number;
            /** @description The question with the synonyms that were also looked for. */
            expandedQuery?: string | null;
            /** @description What was not done that was asked for. */
            notice?: string | null;
            query: string;
            results: components["schemas"]["SearchHit"][];
            totalFound: number;
        };
        SearchRequest: {
            /** @description Ids; all collections unless told. */
            collections?: string[];
            /** @description Ids; all files unless told. */
            files?: string[];
            /**
             * Format: int32
             * @description After how many days a document counts half; 1 to 36500.
             */
            halfLifeDays?: number | null;
            /** @description 1 to 100, 10 unless told. */
            limit?: number;
            /**
             * Format: float
             * @description 0 to 1.
             */
            minScore?: number;
            mode?: components["schemas"]["SearchMode"];
            /** @description May hold operators: `"exact phrase"`, `-excluded`, `+required`. */
            query: string;
            /** @description Puts the best in order once more; not unless told. */
            rerank?: components["schemas"]["RerankMode"];
        };
        /** @description The message is durable and will be answered. */
        SendMessageReply: {
            /** @description With `?wait=true`: all that followed, ending with `message` or `error`. */
            events?: components["schemas"]["EventWire"][] | null;
            heldBy?: components["schemas"]["OperatorWire"] | null;
            /** @description Of the message. */
            id: string;
            /**
             * Format: int64
             * @description The message's number in the session, once its turn has begun.
             */
            sequenceNumber?: number | null;
            /**
             * @description `held` if a person has the session: they answer, and no turn runs; `paused` with `?wait=true` if the turn waits
             *     for a decision.
             */
            status: components["schemas"]["MessageStatus"];
            traceId: string;
            turnId: string;
        };
        SendMessageRequest: {
            /** @description Who is to answer; whoever fits unless told. */
            agent?: string | null;
            /** @description Which assistant is to answer; the session's unless told, and whichever fits where it has none. */
            assistant?: string | null;
            /** @description Ids of files to ask it with; what they say goes before the question. */
            attachments?: string[];
            /** @description Whether documents that fit the question are searched for and go with it too. */
            enableAutoSemanticSearch?: boolean;
            message: string;
            /**
             * @description An earlier message of the caller in this session that this one is said instead of, when somebody edits or asks
             *     again: that message and what followed it no longer count. Refused while a turn runs.
             */
            replaces?: string | null;
        };
        /** @description What somebody who waits gets. */
        ServeDeskWaitingRequest: {
            branchId: string;
            /** @description Whoever is free, unless told. */
            staffId?: string | null;
            /**
             * @description By the branch's clock.
             * @example 2026-11-18T10:00
             */
            start: string;
        };
        /**
         * @description Whom an assistant serves.
         * @enum {string}
         */
        ServedReply: "members" | "guests";
        /** @enum {string} */
        ServesWire: "members" | "guests";
        /** @description A session of the tenant as an operator sees it, deleted ones too. */
        SessionRecordReply: components["schemas"]["SessionReply"] & {
            deletedAt?: string | null;
            userEmail?: string | null;
            userId: string;
        };
        SessionRecordsReply: {
            items: components["schemas"]["SessionRecordReply"][];
            nextCursor?: string | null;
        };
        SessionReply: {
            /** @description Which assistant it is with; none where that is chosen message by message. */
            assistant?: string | null;
            createdAt: string;
            id: string;
            /**
             * Format: int64
             * @description The number of the session's last event.
             */
            lastSequence: number;
            /** @description Since when it is kept at the top of the list. */
            pinnedAt?: string | null;
            title?: string | null;
            turn?: components["schemas"]["TurnStatus"] | null;
            updatedAt: string;
        };
        SessionsReply: {
            items: components["schemas"]["SessionReply"][];
            nextCursor?: string | null;
        };
        SettingsReply: {
            address?: components["schemas"]["AddressName"] | null;
            /** @description Where a new widget begins: `#0f766e`. */
            color?: string | null;
            /** @description What costs are told in, by its ISO 4217 code. */
            currency: string;
            /** @description What is on and what is off. */
            features: {
                [key: string]: boolean;
            };
            /** @description Whether this tenant runs the installation for all. */
            installation: boolean;
            language: components["schemas"]["LanguageName"];
            /** @description Where its picture is; null if it has none. */
            logo?: string | null;
            name: string;
            /** @description Where its days begin and end: `Europe/Madrid`; with null at midnight UTC. */
            timeZone?: string | null;
        };
        /**
         * @description What was done to a part of a set-up.
         * @enum {string}
         */
        SetupAct: "added" | "changed" | "approved" | "removed";
        /** @description Something that was changed of the set-up. */
        SetupChangeReply: {
            act: components["schemas"]["SetupAct"];
            /** @description With which they did it, if it was one. */
            apiKeyId?: string | null;
            /** @description Names of fields, of files of an assistant, of tools that were approved. Never what is in them. */
            fields: string[];
            madeAt: string;
            /** @description Nobody, if the machine's operator did it. */
            madeBy?: string | null;
            /** @description As they are called now. */
            madeByName?: string | null;
            /** @description As it was called then. */
            name: string;
            note: string;
            part: components["schemas"]["SetupPart"];
            /** @description Its id, or its name where it has no other; empty where there is only one. */
            subject: string;
        };
        SetupChangesReply: {
            items: components["schemas"]["SetupChangeReply"][];
            nextCursor?: string | null;
        };
        /**
         * @description What of a set-up was changed, for the record of it.
         * @enum {string}
         */
        SetupPart: "models" | "assistant" | "pack" | "settings" | "site" | "channel" | "mcp_server" | "api_key" | "user" | "tenant";
        /** @description A version of what was set up. */
        SetupVersionReply: {
            live: boolean;
            madeAt: string;
            /** @description Nobody, if the machine's operator did it. */
            madeBy?: string | null;
            /** @description What was done. */
            note: string;
            /** Format: int64 */
            version: number;
        };
        SetupVersionsReply: {
            items: components["schemas"]["SetupVersionReply"][];
        };
        ShareReply: {
            createdAt: string;
            expiresAt: string;
            id: string;
        };
        SharedSessionReply: {
            createdAt: string;
            expiresAt: string;
            messages: components["schemas"]["MessageReply"][];
            title?: string | null;
        };
        SharesReply: {
            items: components["schemas"]["ShareReply"][];
            nextCursor?: string | null;
        };
        SiteReply: {
            /** @description `#0f766e`. */
            color: string;
            createdAt: string;
            /** @description Said before the visitor says anything; a usual one, if it is empty. */
            greeting: string;
            id: string;
            name: string;
            /** @description Whether visitors are served. */
            open: boolean;
            /** @description Where pages come from that may show the widget; with none, only this server's own. */
            origins: string[];
            /** @description What a page takes in to show it. */
            snippet: string;
            /** @description Above the conversation; the name, if it is empty. */
            title: string;
        };
        SitesReply: {
            items: components["schemas"]["SiteReply"][];
            nextCursor?: string | null;
        };
        /**
         * @description What a stretch of a turn was spent on.
         * @enum {string}
         */
        SpanKind: "route" | "model" | "tool" | "guard" | "wait";
        /** @description A stretch of a turn. */
        SpanReply: {
            detail: Record<string, never>;
            /**
             * Format: double
             * @description None while it lasts.
             */
            durationMs?: number | null;
            id: string;
            kind: components["schemas"]["SpanKind"];
            name: string;
            /**
             * Format: double
             * @description Since the turn's message came.
             */
            startMs: number;
            status: components["schemas"]["SpanStatus"];
        };
        /**
         * @description How a stretch of a turn ended, if it has.
         * @enum {string}
         */
        SpanStatus: "ok" | "error" | "running";
        StageEvent: {
            /** @description `expand`, `embed`, `search` or `answer`. */
            name: string;
            status: components["schemas"]["StageStatus"];
        };
        /**
         * @description Whether a stage was gone through, or is.
         * @enum {string}
         */
        StageStatus: "done" | "skipped" | "running";
        StreamOptions: {
            /** @description A last chunk with what was used. */
            include_usage?: boolean | null;
        };
        SummaryPart: {
            text: string;
            /** @example summary_text */
            type: string;
        };
        /** @description Other words for a term. */
        SynonymsOfTerm: {
            /** @description None removes the term. */
            alternatives: string[];
            term: string;
        };
        SynonymsReply: {
            items: components["schemas"]["SynonymsOfTerm"][];
        };
        /** @description A tenant of the installation. */
        TenantReply: {
            createdAt: string;
            id: string;
            language: components["schemas"]["LanguageName"];
            name: string;
            slug: string;
        };
        TenantsReply: {
            items: components["schemas"]["TenantReply"][];
            nextCursor?: string | null;
        };
        TextEvent: {
            text: string;
        };
        TextFormat: {
            name?: string | null;
            schema?: unknown;
            /** @description `text`, `json_object` or `json_schema`. */
            type: string;
        };
        /** @description Names of models, from the primary to the last resort. */
        TiersReply: {
            balanced: string[];
            fast: string[];
            premium: string[];
        };
        /** @description A name in events and requests, and what people read for it. */
        TitleReply: {
            name: string;
            title: string;
        };
        /** @enum {string} */
        ToneWire: "professional" | "warm_professional" | "casual" | "very_formal";
        ToolDescription: {
            /** @description For models. */
            description: string;
            name: string;
            /** @description A JSON Schema. */
            parameters: unknown;
            risk: components["schemas"]["McpToolRisk"];
            /** @description What it does, in a few words for people. */
            title?: string | null;
        };
        ToolReply: {
            /** @description For programs. */
            result: unknown;
            /** @description The session that the call belongs to, if any; the next call about the same customer names it. */
            sessionId?: string | null;
            success: boolean;
            /** @description As a model reads it. */
            text: string;
            tool: string;
        };
        /**
         * @description What keeps a tool from being used.
         * @enum {string}
         */
        ToolStatus: "waiting";
        /** @description A tool is used, or waits for a person's permission. */
        ToolStatusEvent: {
            /** @description What to decide, at `/api/approvals/{id}/respond`. */
            approvalId?: string | null;
            args: unknown;
            expiresAt?: string | null;
            status?: components["schemas"]["ToolStatus"] | null;
            summary?: string | null;
            tool: string;
        };
        ToolsReply: {
            items: components["schemas"]["ToolDescription"][];
        };
        TraceReply: {
            endedAt?: string | null;
            spans: components["schemas"]["SpanReply"][];
            startedAt: string;
            traceId: string;
            turnId: string;
        };
        /** @description A text to hold against a guard's policy: that of an assistant, one that is written down, or else the first assistant's. */
        TryGuardRequest: {
            assistant?: string | null;
            place: components["schemas"]["GuardPlace"];
            /** @description The `[guard]` table of a pack: docs/guides/guard.md. */
            policy?: Record<string, never> | null;
            text: string;
        };
        /** @description How a model answered when it was tried. */
        TryModelReply: {
            /**
             * Format: int64
             * @description Until the first word; none if there was none.
             */
            firstTokenMs?: number | null;
            /** Format: int64 */
            latencyMs: number;
            model: string;
            ok: boolean;
            problem?: components["schemas"]["ProviderTrouble"] | null;
            said?: string | null;
        };
        /** @description A provider that is tried: one that is there by its name, one that is not there yet, or one with something changed. */
        TryProviderRequest: {
            apiKey?: string | null;
            apiVersion?: string | null;
            baseUrl?: string | null;
            kind?: components["schemas"]["ProviderKind"] | null;
            /** @description The provider's name for the model that is asked; not needed to list them. */
            model?: string | null;
            name?: string | null;
        };
        TurnStatus: {
            running: boolean;
            /**
             * Format: int64
             * @description Messages that are durable and will be answered after the running one.
             */
            waiting: number;
        };
        /** @description What is left out stays as it is. */
        UpdateChannelRequest: {
            enabled?: boolean | null;
            name?: string | null;
            /** @description Those that change. */
            secrets?: {
                [key: string]: string;
            };
            /** @description All of them, in place of those there are. */
            settings?: Record<string, never> | null;
        };
        UpdateCollectionRequest: {
            name?: string | null;
            /** @description Whether guests are answered from it. */
            public?: boolean | null;
            /** Format: double */
            weight?: number | null;
        };
        UpdateFileRequest: {
            /** @description The collection to move the file to. */
            collectionId: string;
        };
        UpdateSessionRequest: {
            /** @description Which assistant it is with from now on; `null`: that is chosen message by message. */
            assistant?: string | null;
            /** @description Whether it is kept at the top of the list. */
            pinned?: boolean | null;
            title?: string | null;
        };
        /** @description What is left out stays. */
        UpdateSettingsRequest: {
            address?: components["schemas"]["AddressName"] | null;
            /** @description Null for the usual one. */
            color?: string | null;
            /** @description Null for dollars. */
            currency?: string | null;
            /** @description Those that are to be switched on or off. */
            features?: {
                [key: string]: boolean;
            };
            language?: components["schemas"]["LanguageName"] | null;
            name?: string | null;
            /** @description An IANA name; null for UTC. */
            timeZone?: string | null;
        };
        /** @description What is left out stays. */
        UpdateSiteRequest: {
            color?: string | null;
            greeting?: string | null;
            name?: string | null;
            open?: boolean | null;
            origins?: string[] | null;
            title?: string | null;
        };
        UpdateUserRequest: {
            disabled?: boolean | null;
            role?: components["schemas"]["Role"] | null;
        };
        /** @description The body of an upload, for the documentation of the route. */
        UploadForm: {
            /** @description One or more files, at most 20. */
            files: string[];
        };
        /** @description What became of each file, in the order in which they were sent. */
        UploadReply: {
            files: components["schemas"]["UploadedFile"][];
            refused: components["schemas"]["RefusedFile"][];
        };
        /** @description A file of an upload that was taken. */
        UploadedFile: components["schemas"]["FileReply"] & {
            /** @description The collection had this content already: this is that file, and it is not processed again. */
            isKnown: boolean;
        };
        /**
         * @description How much haste there is, the most urgent first.
         * @enum {string}
         */
        Urgency: "critical" | "high" | "normal" | "low";
        /**
         * @description What sums of usage are made by.
         * @enum {string}
         */
        UsageBy: "day" | "model" | "agent" | "user";
        UsageEntry: components["schemas"]["UsageSum"] & {
            /** @description A day (`2026-11-16`), a model, an agent or a user's id; empty for what nobody in particular is behind. */
            key: string;
        };
        UsageReply: {
            by: components["schemas"]["UsageBy"];
            /** @description Of days every one between the first and the last. */
            items: components["schemas"]["UsageEntry"][];
            total: components["schemas"]["UsageSum"];
        };
        /** @description What calls of models came to. Costs are in the currency that the operator counts in. */
        UsageSum: {
            /** Format: int64 */
            cachedTokens: number;
            /** Format: double */
            cost: number;
            /** Format: int64 */
            errors: number;
            /** Format: int64 */
            inputTokens: number;
            /** Format: int64 */
            modelCalls: number;
            /** Format: int64 */
            outputTokens: number;
            /** Format: int64 */
            turns: number;
        };
        UsageWire: {
            /** Format: int64 */
            cachedTokens: number;
            /** Format: int64 */
            inputTokens: number;
            /** Format: double */
            latencyMs: number;
            /** Format: int64 */
            outputTokens: number;
            /** Format: int64 */
            thinkingTokens: number;
        };
        UserReply: {
            createdAt: string;
            disabledAt?: string | null;
            email: string;
            id: string;
            name: string;
            role: components["schemas"]["Role"];
        };
        UsersReply: {
            items: components["schemas"]["UserReply"][];
            nextCursor?: string | null;
        };
        VerifyBreakReply: {
            eventId?: string | null;
            problem: string;
            /** Format: int64 */
            sequenceNumber: number;
            sessionId: string;
        };
        VerifyReply: {
            breaks: components["schemas"]["VerifyBreakReply"][];
            /** Format: int64 */
            erased: number;
            /** Format: int64 */
            events: number;
            intact: boolean;
            /** Format: int64 */
            sessions: number;
        };
        /** @description A visitor is somebody from now on. */
        VisitReply: {
            /** @description Sent as `Authorization: Bearer`; opens the visitor's own conversations. */
            token: string;
        };
        /**
         * @description What of a voice a text breaks: a word to avoid, the form of address, a sentence too long to read.
         * @enum {string}
         */
        VoiceFindingKind: "avoided" | "formality" | "length";
        VoiceFindingReply: {
            advice: string;
            /** @description The character it begins at. */
            at: number;
            /** @description As it stands in the text. */
            found: string;
            kind: components["schemas"]["VoiceFindingKind"];
        };
        /** @description What a model is told of a voice, and what a text breaks of it. */
        VoiceReply: {
            /** @description Not all of it is told: it would be too long. */
            cut: boolean;
            findings: components["schemas"]["VoiceFindingReply"][];
            /** Format: int64 */
            tokens: number;
            told: string;
        };
        /** @description How the business sounds. */
        VoiceWire: {
            /**
             * @description Whom it speaks to.
             * @default
             */
            audience: string;
            /** @default [] */
            donts: string[];
            /** @default [] */
            dos: string[];
            /** @default null */
            formality: components["schemas"]["FormalityWire"] | null;
            /**
             * @description Sentences as the business writes them.
             * @default []
             */
            samples: string[];
            /** @default [] */
            tone: string[];
            /** @default [] */
            wordsToAvoid: string[];
            /** @default [] */
            wordsToUse: string[];
        };
        /**
         * @description A day of the week that suits somebody.
         * @enum {string}
         */
        WeekDay: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /** @description How the widget of a site looks. */
        WidgetReply: {
            color: string;
            greeting: string;
            /** @description Where the picture of the business is; null if it has none. */
            logo?: string | null;
            title: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
